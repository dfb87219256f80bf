/** Records that nobody should send, and what the topology makes of them. */
@NullMarked
package io.fairstream.it.hostile;

import org.jspecify.annotations.NullMarked;
