/**
 * Recorded workloads as events: {@link TraceFormat} reads jobs, {@link MatchEvents} converts them to matches and
 * {@link JobEvents} to job events; {@link JobMatches} converts job events to matches.
 */
@NullMarked
package io.fairstream.traces;

import org.jspecify.annotations.NullMarked;
