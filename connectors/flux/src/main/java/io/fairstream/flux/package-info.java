/**
 * Readers of Flux's job data: {@link io.fairstream.flux.FluxJobs} makes job events of listings,
 * {@link io.fairstream.flux.FluxEventlogs} of the job manager's eventlogs and its journal.
 */
@NullMarked
package io.fairstream.flux;

import org.jspecify.annotations.NullMarked;
