/** Output of the command line and its progress, for people and for scripts. */
@NullMarked
package io.fairstream.cli.terminal;

import org.jspecify.annotations.NullMarked;
