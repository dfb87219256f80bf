/** Ads of jobs: the history, and the history of each run (epochs). */
@NullMarked
package io.fairstream.htcondor.history;

import org.jspecify.annotations.NullMarked;
