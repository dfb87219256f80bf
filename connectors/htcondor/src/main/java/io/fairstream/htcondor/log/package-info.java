/** Readers of event logs of jobs and of a startd's claims, of {@code condor_history}, and of the queue's log. */
@NullMarked
package io.fairstream.htcondor.log;

import org.jspecify.annotations.NullMarked;
