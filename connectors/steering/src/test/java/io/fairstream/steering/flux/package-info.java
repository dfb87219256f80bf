@NullMarked
package io.fairstream.steering.flux;

import org.jspecify.annotations.NullMarked;
