@NullMarked
package io.fairstream.steering.kai;

import org.jspecify.annotations.NullMarked;
