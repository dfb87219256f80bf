/**
 * The ledger of one volunteer's host: what it did for each project between two of its reports.
 *
 * <p>{@link io.fairstream.rules.host.HostLedger} turns cumulative counters into work, and holds it against what the host
 * can do.
 */
@NullMarked
package io.fairstream.rules.host;

import org.jspecify.annotations.NullMarked;
