@NullMarked
package io.fairstream.streams.peers;

import org.jspecify.annotations.NullMarked;
