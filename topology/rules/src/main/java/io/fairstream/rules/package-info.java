/** Types shared by ledgers and accounts: rejections, names, event times, days, volunteers' work, and the numbers of stored pages. */
@NullMarked
package io.fairstream.rules;

import org.jspecify.annotations.NullMarked;
