package io.fairstream.admin;

import io.fairstream.admin.Load.Kind;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Estimate of a site's deployment for a load: the smallest shape in which no machine uses more than half of its processor time. */
public final class Estimate {
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
        int threads = (int) Math.ceil(2 * Costs.topologyCores(load, shape));
        int partitions = Math.max(shape.partitions(), Integer.highestOneBit(Math.max(1, threads - 1)) * 2);
        return new Shape(
                partitions,
                Math.max(shape.instances(), (int) Math.ceil(Costs.topologyCores(load, shape) / USED_CORES)),
                Math.max(shape.brokers(), (int) Math.ceil(Costs.brokerCores(load, shape) / USED_CORES)),
                shape.replicas(),
                shape.commitsPerSecond());
    }

    public Shape shape() {
        return shape;
    }

    /** Returns the seconds in which an instance restores lost local state. */
    public double restoreSeconds() {
        return load.keys() / shape.instances() / CORES_OF_MACHINE / Costs.RESTORED_PER_SECOND;
    }

    /** Returns the bytes that all brokers write on a day. */
    public double bytesOfDay() {
        return Costs.writtenBytes(load, shape) * SECONDS_OF_DAY;
    }

    /** Returns the bytes on all brokers' disks when topics have reached the retention of the catalogue. */
    public double keptBytes() {
        double kept = 0;
        for (Kind kind : Kind.values()) {
            double perDay = load.perSecond(kind) * SECONDS_OF_DAY;
            kept += perDay * (kind.readBytes() * Costs.DAYS_OF_INPUTS + kind.journalBytes() * Costs.DAYS_OF_JOURNALS);
        }
        return shape.replicas() * (kept + Costs.TABLES_AND_CHANGELOGS * load.keys() * Costs.KEY_BYTES);
    }

    /** Returns the estimate for people and programs. */
    public Document document() {
        List<Need> needs = new ArrayList<>();
        needs.add(new Need(
                "topology",
                shape.instances() + " instances of " + CORES_OF_MACHINE + " cores",
                say("%.1f cores are busy", Costs.topologyCores(load, shape))));
        needs.add(new Need("partitions", Integer.toString(shape.partitions()), "two for each busy core, 8 at least"));
        needs.add(new Need(
                "brokers",
                shape.brokers() + " of " + CORES_OF_MACHINE + " cores",
                say("%.1f cores are busy", Costs.brokerCores(load, shape))));
        needs.add(new Need("written", say("%.1f GiB a day", bytesOfDay() / GIB), "by all brokers, replicas included"));
        needs.add(new Need(
                "Kafka's disks",
                say("%.1f GiB", keptBytes() / GIB),
                say(
                        "inputs %d days, journals %d days, tables, %d replicas",
                        Costs.DAYS_OF_INPUTS, Costs.DAYS_OF_JOURNALS, shape.replicas())));
        needs.add(new Need(
                "state.dir",
                say("%.1f GiB each", 2 * load.keys() * Costs.KEY_BYTES / shape.instances() / GIB),
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
}
