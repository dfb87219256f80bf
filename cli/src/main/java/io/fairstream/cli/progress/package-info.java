/** How far the work is. */
@NullMarked
package io.fairstream.cli.progress;

import org.jspecify.annotations.NullMarked;
