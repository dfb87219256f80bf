/** Shares of users and banks, their usage, and their fair share. */
@NullMarked
package io.fairstream.query.shares;

import org.jspecify.annotations.NullMarked;
