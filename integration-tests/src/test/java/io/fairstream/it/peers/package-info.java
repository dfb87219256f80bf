/** Real schedulers on this machine. */
@NullMarked
package io.fairstream.it.peers;

import org.jspecify.annotations.NullMarked;
