@NullMarked
package io.fairstream.it.console;

import org.jspecify.annotations.NullMarked;
