/** Reader of the schedd's {@code job_queue.log}. */
@NullMarked
package io.fairstream.htcondor.queue;

import org.jspecify.annotations.NullMarked;
