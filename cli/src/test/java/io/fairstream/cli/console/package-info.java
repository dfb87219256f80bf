@NullMarked
package io.fairstream.cli.console;

import org.jspecify.annotations.NullMarked;
