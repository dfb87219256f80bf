/** Topics as files. */
@NullMarked
package io.fairstream.cli.export;

import org.jspecify.annotations.NullMarked;
