package io.fairstream.rules.session;

/** Published row of a node. The names are those of the schema {@code Node}, which says what they mean. */
public record NodeRow(
        String cluster,
        String node,
        int processors,
        long sessionsMicros,
        long systemMicros,
        long idleMicros,
        long downMicros,
        long capacityMicros,
        long coveredFrom,
        long coveredUntil,
        long silenceMicros) {
    /**
     * The row of a node.
     *
     * @param key cluster/node; a cluster's name has no slash
     */
    public static NodeRow of(String key, NodeTime time, long silenceMicros) {
        int slash = key.indexOf('/');
        return new NodeRow(
                key.substring(0, slash),
                key.substring(slash + 1),
                time.processors(),
                time.sessionsMicros(),
                time.systemMicros(),
                time.idleMicros(),
                time.downMicros(),
                time.capacityMicros(),
                time.coveredFrom(),
                time.coveredUntil(),
                silenceMicros);
    }
}
