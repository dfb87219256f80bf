package io.fairstream.admin;

import io.fairstream.admin.Load.Kind;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Estimate of a site's deployment for a load: the smallest shape in which no machine uses more than half of its processor time. */
public final class Estimate {
    /** Retention of inputs in the catalogue, days. */
    private static final int DAYS_OF_INPUTS = 7;
    /** Retention of journals in the catalogue, days: charges, match records and the like. */
    private static final int DAYS_OF_JOURNALS = 400;
    /** Copies of a key: in a changelog and in a table, each up to twice until compaction. */
    private static final double TABLES_AND_CHANGELOGS = 4;
    /** Keys a second that a thread restores from its changelogs. */
    private static final double RESTORED_PER_SECOND = 100_000;
    /** Bytes of a key in RocksDB, and approximately in the changelog. */
    private static final double KEY_BYTES = 150;
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

    private static final double GIB = 1L << 30;
    private static final int CORES_OF_MACHINE = 8;
    /** Half of the cores: the other half is for peaks, and for the work of a lost instance or broker. */
    private static final double USED_CORES = CORES_OF_MACHINE / 2.0;

    private static final double COMMITS_PER_SECOND = 2;
    private static final int FEWEST_PARTITIONS = 8;
    private static final int FEWEST_INSTANCES = 2;
    private static final int FEWEST_BROKERS = 3;
    private static final int REPLICAS = 3;
    private static final int SECONDS_OF_DAY = 86_400;
    private static final String KEYS = "keys";

    private final Load load;
    private final Shape shape;

    /** One line of the estimate. */
    private record Need(String of, String needs, String because) {}

    /** Creates the estimate of a given load. */
    public Estimate(Load load) {
        this.load = load;
        this.shape = shape(load);
    }

    /**
     * Parses a load from a command line.
     *
     * @throws IllegalArgumentException with the error, the expected value and all names
     */
    public static Load parse(Map<String, String> numbers) {
        Load load = Load.NONE;
        for (Map.Entry<String, String> entry : numbers.entrySet()) {
            double number = number(entry.getKey(), entry.getValue());
            Optional<Kind> kind = Kind.called(entry.getKey());
            if (kind.isPresent()) {
                load = load.with(kind.get(), number);
            } else if (entry.getKey().equals(KEYS)) {
                load = load.withKeys(number);
            } else {
                throw new IllegalArgumentException(
                        entry.getKey() + " (expected: events, job-events, deltas, reports, each per second, or keys)");
            }
        }
        return load;
    }

    private static double number(String name, String text) {
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && number <= 1e12) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new IllegalArgumentException(name + "=" + text + " (expected: a number from 0 to 1e12)");
    }

    private static Shape shape(Load load) {
        Shape shape = new Shape(FEWEST_PARTITIONS, FEWEST_INSTANCES, FEWEST_BROKERS, REPLICAS, COMMITS_PER_SECOND);
        for (Shape next = larger(load, shape); !next.equals(shape); next = larger(load, shape)) {
            shape = next;
        }
        return shape;
    }

    /** Returns a larger shape until it no longer grows: additional instances and brokers cause work of their own. */
    private static Shape larger(Load load, Shape shape) {
        int threads = (int) Math.ceil(2 * topologyCores(load, shape));
        int partitions = Math.max(shape.partitions(), Integer.highestOneBit(Math.max(1, threads - 1)) * 2);
        return new Shape(
                partitions,
                Math.max(shape.instances(), (int) Math.ceil(topologyCores(load, shape) / USED_CORES)),
                Math.max(shape.brokers(), (int) Math.ceil(brokerCores(load, shape) / USED_CORES)),
                shape.replicas(),
                shape.commitsPerSecond());
    }

    public Shape shape() {
        return shape;
    }

    /** Returns the seconds in which an instance restores lost local state. */
    public double restoreSeconds() {
        return load.keys() / shape.instances() / CORES_OF_MACHINE / RESTORED_PER_SECOND;
    }

    /** Returns the bytes that all brokers write on a day. */
    public double bytesOfDay() {
        return writtenBytes(load, shape) * SECONDS_OF_DAY;
    }

    /** Returns the bytes on all brokers' disks when topics have reached the retention of the catalogue. */
    public double keptBytes() {
        double kept = 0;
        for (Kind kind : Kind.values()) {
            double perDay = load.perSecond(kind) * SECONDS_OF_DAY;
            kept += perDay * (kind.readBytes() * DAYS_OF_INPUTS + kind.journalBytes() * DAYS_OF_JOURNALS);
        }
        return shape.replicas() * (kept + TABLES_AND_CHANGELOGS * load.keys() * KEY_BYTES);
    }

    /** Returns the estimate for people and programs. */
    public Document document() {
        List<Need> needs = new ArrayList<>();
        needs.add(new Need(
                "topology",
                shape.instances() + " instances of " + CORES_OF_MACHINE + " cores",
                say("%.1f cores are busy", topologyCores(load, shape))));
        needs.add(new Need("partitions", Integer.toString(shape.partitions()), "two for each busy core, 8 at least"));
        needs.add(new Need(
                "brokers",
                shape.brokers() + " of " + CORES_OF_MACHINE + " cores",
                say("%.1f cores are busy", brokerCores(load, shape))));
        needs.add(new Need("written", say("%.1f GiB a day", bytesOfDay() / GIB), "by all brokers, replicas included"));
        needs.add(new Need(
                "Kafka's disks",
                say("%.1f GiB", keptBytes() / GIB),
                say(
                        "inputs %d days, journals %d days, tables, %d replicas",
                        DAYS_OF_INPUTS, DAYS_OF_JOURNALS, shape.replicas())));
        needs.add(new Need(
                "state.dir",
                say("%.1f GiB each", 2 * load.keys() * KEY_BYTES / shape.instances() / GIB),
                "own state and a copy of another's"));
        needs.add(new Need("restore", say("%.0f s", Math.ceil(restoreSeconds())), "from changelogs, without a copy"));
        return Document.of(new Columns<Need>()
                .text("of", Need::of)
                .text("needs", Need::needs)
                .text("because", Need::because)
                .report(needs));
    }

    private static String say(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Returns the cores used by all instances. */
    public static double topologyCores(Load load, Shape shape) {
        double atRest = INSTANCE_AT_REST + (shape.instances() > 1 ? COPIES : 0);
        return shape.instances() * atRest
                + total(load, Kind::topologyMicros) / 1e6
                + alone(load, TOPOLOGY_REQUESTS * shape.instances()) * TOPOLOGY_REQUEST
                + commits(load, shape) * TOPOLOGY_COMMIT;
    }

    /** Returns the cores used by all brokers. */
    public static double brokerCores(Load load, Shape shape) {
        double followed = Math.min(MAX_FOLLOWING, FOLLOWING * shape.partitions());
        return shape.brokers() * BROKER_AT_REST
                + total(load, Kind::brokerMicros) / 1e6 * shape.replicas()
                + alone(load, BROKER_REQUESTS * shape.brokers()) * BROKER_REQUEST
                + commits(load, shape) * BROKER_COMMIT * shape.replicas()
                + shape.brokers() * (shape.replicas() - 1) * followed;
    }

    /** Returns the bytes that all brokers write each second, including the events themselves. */
    public static double writtenBytes(Load load, Shape shape) {
        double ofEvents = total(load, kind -> kind.readBytes() + kind.writtenBytes());
        return shape.replicas()
                * (ofEvents + alone(load, ALONE_EVENTS) * ALONE_BYTES + commits(load, shape) * COMMIT_BYTES);
    }

    /** Returns the events each second that are sent individually, limited to {@code atMost}. */
    private static double alone(Load load, double atMost) {
        double events = total(load, kind -> 1);
        return events * atMost / (events + atMost);
    }

    /** Returns the commits of partitions each second, at most one for each event. */
    private static double commits(Load load, Shape shape) {
        return Math.min(total(load, kind -> 1), shape.partitions() * shape.commitsPerSecond());
    }

    private static double total(Load load, ToDoubleFunction<Kind> ofOne) {
        double sum = 0;
        for (Kind kind : Kind.values()) {
            sum += load.perSecond(kind) * ofOne.applyAsDouble(kind);
        }
        return sum;
    }
}
