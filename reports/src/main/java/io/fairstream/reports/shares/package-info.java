/** Who has how many shares, what each used of them, and who is owed how much. */
@NullMarked
package io.fairstream.reports.shares;

import org.jspecify.annotations.NullMarked;
