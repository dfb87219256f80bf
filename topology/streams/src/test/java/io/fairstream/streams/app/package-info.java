@NullMarked
package io.fairstream.streams.app;

import org.jspecify.annotations.NullMarked;
