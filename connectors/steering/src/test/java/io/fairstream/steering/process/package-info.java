@NullMarked
package io.fairstream.steering.process;

import org.jspecify.annotations.NullMarked;
