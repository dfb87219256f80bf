/** Shares of users and banks, their usage, their fair share, and files of them. */
@NullMarked
package io.fairstream.query.shares;

import org.jspecify.annotations.NullMarked;
