/** A whole site under a seeded schedule of faults. */
@NullMarked
package io.fairstream.it.nemesis;

import org.jspecify.annotations.NullMarked;
