package io.fairstream.reports.sizing;

import io.fairstream.reports.sizing.Load.Kind;
import java.util.function.ToDoubleFunction;

/**
 * Costs of a load on a shape: a part for each event, a part for what each request brings along when events come one by one, a
 * part for each commit of a partition, and a part at rest. How the numbers were found stands in {@code docs/measured.md}.
 */
public final class Costs {
    /** Days that the catalogue keeps inputs. */
    static final int DAYS_OF_INPUTS = 7;
    /** Days that it keeps journals: charges, match records and the like. */
    static final int DAYS_OF_JOURNALS = 400;
    /** A key stands in a changelog and in a table, each up to twice until it is compacted. */
    static final double TABLES_AND_CHANGELOGS = 4;
    /** A topology restores so many keys a second for each thread, from its changelogs. */
    static final double RESTORED_PER_SECOND = 100_000;
    /** Bytes of a key in RocksDB, and about as many in the changelog. */
    static final double KEY_BYTES = 150;

    /** Cores of an instance that does nothing but ask for records. */
    private static final double INSTANCE_AT_REST = 0.02;
    /** More of it where there are others: copies of their state, and the watch for them. */
    private static final double COPIES = 0.09;
    /** Cores of a broker to which nobody writes. */
    private static final double BROKER_AT_REST = 0.03;
    /** Requests in a second of an instance or a broker, at most: above it more records come with each. */
    private static final double TOPOLOGY_REQUESTS = 300;

    private static final double BROKER_REQUESTS = 200;
    /** Seconds of a core for one such request, the fetches that it wakes up included. */
    private static final double TOPOLOGY_REQUEST = 600e-6;

    private static final double BROKER_REQUEST = 2600e-6;
    /** Seconds of a core of the topology for a commit of one partition of the inputs. */
    private static final double TOPOLOGY_COMMIT = 9e-3;
    /** Seconds of a core of each replica's broker for the same: batches, and markers of transactions. */
    private static final double BROKER_COMMIT = 2e-3;
    /** Cores with which a broker asks another for what is new, for each partition of the inputs. */
    private static final double FOLLOWING = 0.026;

    private static final double MOST_FOLLOWING = 0.5;
    /** Bytes that each replica writes for a commit of a partition: markers in ten topics, offsets, state of the transaction. */
    private static final double COMMIT_BYTES = 8 * 1024;
    /** Bytes around an event, and around what it leads to, that fill a batch alone. */
    private static final double ALONE_BYTES = 430;

    private static final double ALONE_EVENTS = 100_000;

    private Costs() {}

    /** Cores that all instances use. */
    public static double topologyCores(Load load, Shape shape) {
        double atRest = INSTANCE_AT_REST + (shape.instances() > 1 ? COPIES : 0);
        return shape.instances() * atRest
                + sum(load, Kind::topologyMicros) / 1e6
                + alone(load, TOPOLOGY_REQUESTS * shape.instances()) * TOPOLOGY_REQUEST
                + commits(load, shape) * TOPOLOGY_COMMIT;
    }

    /** Cores that all brokers use. */
    public static double brokerCores(Load load, Shape shape) {
        double followed = Math.min(MOST_FOLLOWING, FOLLOWING * shape.partitions());
        return shape.brokers() * BROKER_AT_REST
                + sum(load, Kind::brokerMicros) / 1e6 * shape.replicas()
                + alone(load, BROKER_REQUESTS * shape.brokers()) * BROKER_REQUEST
                + commits(load, shape) * BROKER_COMMIT * shape.replicas()
                + shape.brokers() * (shape.replicas() - 1) * followed;
    }

    /** Bytes that all brokers write each second, those of the events themselves included. */
    public static double writtenBytes(Load load, Shape shape) {
        double ofEvents = sum(load, kind -> kind.readBytes() + kind.writtenBytes());
        return shape.replicas()
                * (ofEvents + alone(load, ALONE_EVENTS) * ALONE_BYTES + commits(load, shape) * COMMIT_BYTES);
    }

    /** Events that come each second as if they came one by one, if never more than so many can. */
    private static double alone(Load load, double atMost) {
        double events = sum(load, kind -> 1);
        return events * atMost / (events + atMost);
    }

    /** Commits of partitions each second, at most one for each event. */
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
