/** Progress of long-running work. */
@NullMarked
package io.fairstream.cli.progress;

import org.jspecify.annotations.NullMarked;
