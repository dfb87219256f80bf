/** Commands under "Look ahead": the division of a pool as of now, and the same history under other settings. */
@NullMarked
package io.fairstream.cli.ahead;

import org.jspecify.annotations.NullMarked;
