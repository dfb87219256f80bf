/**
 * The ledger of one volunteer's host: its work for each project between two reports.
 *
 * <p>{@link io.fairstream.rules.host.HostLedger} turns cumulative counters into work, and limits the work to the capacity of the host.
 */
@NullMarked
package io.fairstream.rules.host;

import org.jspecify.annotations.NullMarked;
