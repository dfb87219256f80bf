/** Readers of the job history: ads of jobs, and of single runs (epochs). */
@NullMarked
package io.fairstream.htcondor.history;

import org.jspecify.annotations.NullMarked;
