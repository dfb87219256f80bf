@NullMarked
package io.fairstream.it.python;

import org.jspecify.annotations.NullMarked;
