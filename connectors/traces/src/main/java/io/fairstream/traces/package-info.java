/** Recorded workloads as events: {@link TraceFormat} reads jobs, {@link MatchEvents} makes matches of them. */
@NullMarked
package io.fairstream.traces;

import org.jspecify.annotations.NullMarked;
