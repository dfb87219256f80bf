@NullMarked
package io.fairstream.steering.live;

import org.jspecify.annotations.NullMarked;
