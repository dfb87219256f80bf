/** Help on one screen, and the completion of commands in a shell. */
@NullMarked
package io.fairstream.cli.help;

import org.jspecify.annotations.NullMarked;
