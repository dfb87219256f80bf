@NullMarked
package io.fairstream.steering.shadow;

import org.jspecify.annotations.NullMarked;
