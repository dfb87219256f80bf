@NullMarked
package io.fairstream.reading;

import org.jspecify.annotations.NullMarked;
