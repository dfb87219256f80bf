/** {@code shares}: who has how many shares, what was used of them, and who is owed how much. */
@NullMarked
package io.fairstream.cli.shares;

import org.jspecify.annotations.NullMarked;
