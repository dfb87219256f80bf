/** Accounting data for other organisations: sums and records in their formats, computed from the tables, without files. */
@NullMarked
package io.fairstream.query.publish;

import org.jspecify.annotations.NullMarked;
