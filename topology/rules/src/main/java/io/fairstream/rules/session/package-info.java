/**
 * The ledger of one node: what its sessions used between two snapshots, and what nobody used.
 *
 * <p>{@link io.fairstream.rules.session.SessionLedger} puts the parts of snapshots together, holds them against the
 * node's processors, and knows which time no snapshot covers.
 */
@NullMarked
package io.fairstream.rules.session;

import org.jspecify.annotations.NullMarked;
