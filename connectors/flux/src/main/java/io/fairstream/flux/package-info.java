/**
 * Readers of Flux's job data: {@link io.fairstream.flux.FluxJobs} converts listings to job events,
 * {@link io.fairstream.flux.FluxEventlogs} converts the job manager's eventlogs and its journal.
 */
@NullMarked
package io.fairstream.flux;

import org.jspecify.annotations.NullMarked;
