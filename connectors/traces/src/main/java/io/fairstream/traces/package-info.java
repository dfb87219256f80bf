/**
 * Recorded workloads as events: {@link TraceFormat} reads jobs, {@link MatchEvents} makes matches of them and
 * {@link JobEvents} job events; {@link JobMatches} makes matches of job events.
 */
@NullMarked
package io.fairstream.traces;

import org.jspecify.annotations.NullMarked;
