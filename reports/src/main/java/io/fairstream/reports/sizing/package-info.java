/** How large a site must be, from costs that were measured. */
@NullMarked
package io.fairstream.reports.sizing;

import org.jspecify.annotations.NullMarked;
