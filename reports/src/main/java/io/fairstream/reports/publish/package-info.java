/** Accounting data that a site owes others: sums and records in their formats, worked out from the tables, without files. */
@NullMarked
package io.fairstream.reports.publish;

import org.jspecify.annotations.NullMarked;
