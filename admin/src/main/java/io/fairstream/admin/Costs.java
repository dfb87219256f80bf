package io.fairstream.admin;

import io.fairstream.admin.Load.Kind;
import java.util.function.ToDoubleFunction;

/**
 * Costs of a load on a deployment: one for each event, one for each request when events come individually, one for each
 * commit of a partition, and one at rest. See {@code docs/measured.md} for the measurements.
 */
public final class Costs {
    /** Retention of inputs in the catalogue, days. */
    static final int DAYS_OF_INPUTS = 7;
    /** Retention of journals in the catalogue, days: charges, match records and the like. */
    static final int DAYS_OF_JOURNALS = 400;
    /** Copies of a key: in a changelog and in a table, each up to twice until compaction. */
    static final double TABLES_AND_CHANGELOGS = 4;
    /** Keys a second that a thread restores from its changelogs. */
    static final double RESTORED_PER_SECOND = 100_000;
    /** Bytes of a key in RocksDB, and approximately in the changelog. */
    static final double KEY_BYTES = 150;

    /** Cores of an idle instance that only polls for records. */
    private static final double INSTANCE_AT_REST = 0.02;
    /** Additional cores of an instance with others: standby copies, and monitoring of the others. */
    private static final double COPIES = 0.09;
    /** Cores of an idle broker. */
    private static final double BROKER_AT_REST = 0.03;
    /** Maximum requests a second of an instance or a broker; above it each request contains more records. */
    private static final double TOPOLOGY_REQUESTS = 300;

    private static final double BROKER_REQUESTS = 200;
    /** Seconds of a core for one such request, including the fetches that it triggers. */
    private static final double TOPOLOGY_REQUEST = 600e-6;

    private static final double BROKER_REQUEST = 2600e-6;
    /** Seconds of a core of the topology for a commit of one input partition. */
    private static final double TOPOLOGY_COMMIT = 9e-3;
    /** Seconds of a core of each replica's broker for the same commit: batches, and transaction markers. */
    private static final double BROKER_COMMIT = 2e-3;
    /** Cores with which a broker fetches from another, for each input partition. */
    private static final double FOLLOWING = 0.026;

    private static final double MAX_FOLLOWING = 0.5;
    /** Bytes that each replica writes for a commit of a partition: markers in ten topics, offsets, transaction state. */
    private static final double COMMIT_BYTES = 8 * 1024;
    /** Overhead in bytes of an event and its results when each is alone in a batch. */
    private static final double ALONE_BYTES = 430;

    private static final double ALONE_EVENTS = 100_000;

    private Costs() {}

    /** Returns the cores used by all instances. */
    public static double topologyCores(Load load, Shape shape) {
        double atRest = INSTANCE_AT_REST + (shape.instances() > 1 ? COPIES : 0);
        return shape.instances() * atRest
                + sum(load, Kind::topologyMicros) / 1e6
                + alone(load, TOPOLOGY_REQUESTS * shape.instances()) * TOPOLOGY_REQUEST
                + commits(load, shape) * TOPOLOGY_COMMIT;
    }

    /** Returns the cores used by all brokers. */
    public static double brokerCores(Load load, Shape shape) {
        double followed = Math.min(MAX_FOLLOWING, FOLLOWING * shape.partitions());
        return shape.brokers() * BROKER_AT_REST
                + sum(load, Kind::brokerMicros) / 1e6 * shape.replicas()
                + alone(load, BROKER_REQUESTS * shape.brokers()) * BROKER_REQUEST
                + commits(load, shape) * BROKER_COMMIT * shape.replicas()
                + shape.brokers() * (shape.replicas() - 1) * followed;
    }

    /** Returns the bytes that all brokers write each second, including the events themselves. */
    public static double writtenBytes(Load load, Shape shape) {
        double ofEvents = sum(load, kind -> kind.readBytes() + kind.writtenBytes());
        return shape.replicas()
                * (ofEvents + alone(load, ALONE_EVENTS) * ALONE_BYTES + commits(load, shape) * COMMIT_BYTES);
    }

    /** Returns the events each second that are sent individually, limited to {@code atMost}. */
    private static double alone(Load load, double atMost) {
        double events = sum(load, kind -> 1);
        return events * atMost / (events + atMost);
    }

    /** Returns the commits of partitions each second, at most one for each event. */
    private static double commits(Load load, Shape shape) {
        return Math.min(sum(load, kind -> 1), shape.partitions() * shape.commitsPerSecond());
    }

    private static double sum(Load load, ToDoubleFunction<Kind> ofOne) {
        double sum = 0;
        for (Kind kind : Kind.values()) {
            sum += load.perSecond(kind) * ofOne.applyAsDouble(kind);
        }
        return sum;
    }
}
