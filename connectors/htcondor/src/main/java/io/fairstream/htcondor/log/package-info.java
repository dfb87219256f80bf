/** Readers of event logs: of jobs ({@code log}, {@code EVENT_LOG}) and of a startd's claims ({@code STARTD_EVENTLOG}). */
@NullMarked
package io.fairstream.htcondor.log;

import org.jspecify.annotations.NullMarked;
