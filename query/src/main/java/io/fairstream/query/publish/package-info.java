/** Accounting data for other programs: FOCUS, lines of {@code sacct}, balances of Open OnDemand; and the jobs to report. */
@NullMarked
package io.fairstream.query.publish;

import org.jspecify.annotations.NullMarked;
