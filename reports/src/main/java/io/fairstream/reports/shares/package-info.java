/** Shares of users and banks, their usage, and their fair share. */
@NullMarked
package io.fairstream.reports.shares;

import org.jspecify.annotations.NullMarked;
