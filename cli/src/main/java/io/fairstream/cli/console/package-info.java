/** {@code console}: output of the commands in a browser. */
@NullMarked
package io.fairstream.cli.console;

import org.jspecify.annotations.NullMarked;
