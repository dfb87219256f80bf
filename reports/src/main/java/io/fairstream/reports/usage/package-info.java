/** What was charged and used over any period, from the journal: {@code sreport}'s reports and flux's usage report. */
@NullMarked
package io.fairstream.reports.usage;

import org.jspecify.annotations.NullMarked;
