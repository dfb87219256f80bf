@NullMarked
package io.fairstream.flux;

import org.jspecify.annotations.NullMarked;
