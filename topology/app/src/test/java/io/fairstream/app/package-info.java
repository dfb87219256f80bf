@NullMarked
package io.fairstream.app;

import org.jspecify.annotations.NullMarked;
