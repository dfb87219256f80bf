package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.session.NodeTime;

/**
 * A row of {@code nodes}.
 *
 * @param key cluster/node; a cluster's name has no slash
 * @param silenceMicros how long nothing may come before the node counts as down
 */
public record NodeRow(String key, NodeTime time, long silenceMicros) {
    String cluster() {
        return key.substring(0, key.indexOf('/'));
    }

    String node() {
        return key.substring(key.indexOf('/') + 1);
    }
}
