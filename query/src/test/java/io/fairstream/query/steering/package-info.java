@NullMarked
package io.fairstream.query.steering;

import org.jspecify.annotations.NullMarked;
