@NullMarked
package io.fairstream.steering.plan;

import org.jspecify.annotations.NullMarked;
