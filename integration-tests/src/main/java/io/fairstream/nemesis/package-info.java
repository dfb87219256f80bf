/** A whole site that a seeded schedule of faults disturbs, and the proof that nothing of it shows in the tables. */
@NullMarked
package io.fairstream.nemesis;

import org.jspecify.annotations.NullMarked;
