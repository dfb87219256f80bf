package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.session.SessionCharge;

/**
 * A charge and what led to it.
 *
 * @param node cluster/node
 * @param cause where the record stands that completed the snapshot
 */
public record SessionEntry(SessionCharge charge, String node, Origin cause) {}
