/** Beliefs of a scheduler about its accounts, compared with ours. */
@NullMarked
package io.fairstream.steering.shadow;

import org.jspecify.annotations.NullMarked;
