/** Tests of the nemesis itself. */
@NullMarked
package io.fairstream.nemesis;

import org.jspecify.annotations.NullMarked;
