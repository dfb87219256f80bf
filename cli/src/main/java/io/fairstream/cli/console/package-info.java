/** {@code console}: what the commands show, in a browser. */
@NullMarked
package io.fairstream.cli.console;

import org.jspecify.annotations.NullMarked;
