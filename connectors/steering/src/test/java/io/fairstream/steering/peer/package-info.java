@NullMarked
package io.fairstream.steering.peer;

import org.jspecify.annotations.NullMarked;
