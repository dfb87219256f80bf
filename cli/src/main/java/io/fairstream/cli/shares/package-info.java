/** Priorities of customers and shares of banks, their usage, and edits of both: {@code userprio}, {@code shares}. */
@NullMarked
package io.fairstream.cli.shares;

import org.jspecify.annotations.NullMarked;
