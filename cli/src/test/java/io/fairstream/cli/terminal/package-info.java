@NullMarked
package io.fairstream.cli.terminal;

import org.jspecify.annotations.NullMarked;
