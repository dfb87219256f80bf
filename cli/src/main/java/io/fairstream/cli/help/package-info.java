/** Help on one screen, and command completion in a shell. */
@NullMarked
package io.fairstream.cli.help;

import org.jspecify.annotations.NullMarked;
