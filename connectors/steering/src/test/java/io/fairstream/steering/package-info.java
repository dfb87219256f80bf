@NullMarked
package io.fairstream.steering;

import org.jspecify.annotations.NullMarked;
