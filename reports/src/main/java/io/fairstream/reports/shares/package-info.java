/** Shares of users and banks, what each used of them, and what each is owed. */
@NullMarked
package io.fairstream.reports.shares;

import org.jspecify.annotations.NullMarked;
