/** The console: answers of commands over HTTP, as they are and as they change, and the pages that show them. */
@NullMarked
package io.fairstream.console;

import org.jspecify.annotations.NullMarked;
