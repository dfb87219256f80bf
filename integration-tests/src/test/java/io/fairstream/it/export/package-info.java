@NullMarked
package io.fairstream.it.export;

import org.jspecify.annotations.NullMarked;
