@NullMarked
package io.fairstream.app.peers;

import org.jspecify.annotations.NullMarked;
