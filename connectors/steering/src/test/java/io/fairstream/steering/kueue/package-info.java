@NullMarked
package io.fairstream.steering.kueue;

import org.jspecify.annotations.NullMarked;
