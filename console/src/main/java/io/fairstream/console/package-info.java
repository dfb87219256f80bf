/** The console: answers of commands over HTTP, once or as a stream of changes, and the pages that show them. */
@NullMarked
package io.fairstream.console;

import org.jspecify.annotations.NullMarked;
