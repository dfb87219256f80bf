@NullMarked
package io.fairstream.streams;

import org.jspecify.annotations.NullMarked;
