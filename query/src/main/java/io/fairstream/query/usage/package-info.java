/** Charges and use over any period, from the journal: {@code sreport}'s reports and flux's usage report. */
@NullMarked
package io.fairstream.query.usage;

import org.jspecify.annotations.NullMarked;
