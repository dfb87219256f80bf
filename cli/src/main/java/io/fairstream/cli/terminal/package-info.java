/** What the command line says to people and to scripts. */
@NullMarked
package io.fairstream.cli.terminal;

import org.jspecify.annotations.NullMarked;
