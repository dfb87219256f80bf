/**
 * The ledger of one node: usage of its sessions between two snapshots, and time that nobody used.
 *
 * <p>{@link io.fairstream.rules.session.SessionLedger} assembles the parts of snapshots, checks them against the node's processors, and
 * tracks time not covered by any snapshot.
 */
@NullMarked
package io.fairstream.rules.session;

import org.jspecify.annotations.NullMarked;
