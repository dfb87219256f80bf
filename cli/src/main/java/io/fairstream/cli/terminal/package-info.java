/** Output of the command line, for people and for scripts. */
@NullMarked
package io.fairstream.cli.terminal;

import org.jspecify.annotations.NullMarked;
