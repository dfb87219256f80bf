/** What the nemesis itself is made of. */
@NullMarked
package io.fairstream.nemesis;

import org.jspecify.annotations.NullMarked;
