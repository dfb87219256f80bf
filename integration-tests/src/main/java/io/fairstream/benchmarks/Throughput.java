package io.fairstream.benchmarks;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.LongFunction;

/** Measurement of throughput: copying, the floor and accounting in turns, over the same records of one input topic that lie ready. */
final class Throughput {
    private static final String WARM_UP = "warmup.";
    private static final String MEASURED = "measured.";

    /** There is nothing besides. */
    static final Besides NOTHING = (cluster, prefix) -> {};

    /** Nothing is of interest. */
    static final Look NO_LOOK = (cluster, settings) -> {};

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;
    private final Load load;
    private final Map<String, Priorities> expected = new HashMap<>();
    private int trials;

    Throughput(BenchmarkOptions options, Path directory, Report report, Load load) {
        this.options = options;
        this.directory = directory;
        this.report = report;
        this.load = load;
    }

    /**
     * Records to read in a measurement.
     *
     * @param name of the measures
     * @param workload of so many events
     * @param besides what there is besides, before
     * @param warmUp events before the first round
     * @param events of each round
     * @param peers who do it, too
     */
    record Load(
            String name,
            Topic<?> input,
            LongFunction<Workload<?>> workload,
            Besides besides,
            long warmUp,
            long events,
            Set<Peer> peers) {
        private void write(Cluster cluster, String prefix, long count) throws InterruptedException, ExecutionException {
            cluster.fill(prefix, input, workload.apply(count), count);
        }
    }

    /** Writes what an accounting application has to know before. */
    interface Besides {
        void write(Cluster cluster, String prefix) throws InterruptedException, ExecutionException;
    }

    /** Looks at what an accounting application leaves, which is deleted next. */
    interface Look {
        void at(Cluster cluster, Settings settings) throws IOException, InterruptedException, ExecutionException;
    }

    /**
     * Measures and tells.
     *
     * @param look after the warm-up
     * @return events that are accounted in a second
     */
    double run(Look look) throws IOException, InterruptedException, ExecutionException {
        List<Contender> contenders = new ArrayList<>();
        try (Cluster cluster = Cluster.start(directory, options.settings())) {
            contenders.add(Contender.accounting(options, directory));
            contenders.add(Contender.copying(Contender.COPY, options, directory));
            contenders.add(Contender.copying(Contender.FLOOR, options, directory));
            for (Peer peer : load.peers()) {
                contenders.add(Contender.peer(peer, options, directory));
            }
            measure(cluster, contenders, look);
            Contender copy = contenders.get(1);
            contenders.forEach(contender -> tell(contender, copy));
            return contenders.get(0).speed(load.events());
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    private void measure(Cluster cluster, List<Contender> contenders, Look look)
            throws IOException, InterruptedException, ExecutionException {
        report.progress("writing %,d events, and %,d to warm up", load.events(), load.warmUp());
        load.write(cluster, WARM_UP, load.warmUp());
        load.write(cluster, MEASURED, load.events());
        for (Contender contender : contenders) {
            trial(
                    cluster,
                    contender,
                    WARM_UP,
                    load.warmUp(),
                    contender.isCopying() ? NO_LOOK : afterWarmUp(contender, look));
            contender.efforts().clear();
        }
        for (int round = 0; round < options.rounds(); round++) {
            for (Contender contender : contenders) {
                trial(cluster, contender, MEASURED, load.events(), NO_LOOK);
            }
        }
    }

    private Look afterWarmUp(Contender contender, Look look) {
        String name = contender.isAccounting() ? load.name() : load.name() + "." + contender.kind();
        return (cluster, settings) -> {
            if (contender.isAccounting()) {
                look.at(cluster, settings);
            }
            Written.of(cluster, settings, load.input().in(settings.topicPrefix()))
                    .tell(report, name, load.warmUp());
        };
    }

    private void trial(Cluster cluster, Contender contender, String prefix, long events, Look look)
            throws IOException, InterruptedException, ExecutionException {
        String application = contender.kind() + ++trials;
        Map<String, String> entries = cluster.entries(prefix, application);
        Settings settings = cluster.settings(prefix, application);
        cluster.createTopics(prefix);
        load.besides().write(cluster, prefix);
        Threads threads = new Threads(contender.child().pid());
        Meter.Effort effort = measure(cluster, contender, settings, entries);
        contender.efforts().add(effort);
        report.progress(
                "%-13s %s %,9.0f records/s  %6.2f s  cpu %6.2f s, broker %6.2f s",
                contender.kind(),
                prefix,
                events / Report.seconds(effort.time()),
                Report.seconds(effort.time()),
                Report.seconds(effort.appCpu()),
                Report.seconds(effort.brokerCpu()));
        if (!contender.isCopying()) {
            requireAll(contender.child().ask("counts", "counts"), events);
        }
        if (options.showThreads()) {
            threads.report(report);
        }
        contender.child().ask("stopped", "stop");
        compare(contender, settings);
        look.at(cluster, settings);
        cluster.deleteOutputs(prefix, application, load.input());
        Parts.delete(settings.get(Keys.STATE_DIR));
    }

    /** A peer must come to the priorities of the accounting application. */
    private void compare(Contender contender, Settings settings) throws IOException {
        if (contender.isCopying() || load.peers().isEmpty()) {
            return;
        }
        Priorities found = Priorities.of(settings);
        if (contender.isAccounting()) {
            expected.put(settings.topicPrefix(), found);
        } else {
            Priorities those = Objects.requireNonNull(expected.get(settings.topicPrefix()));
            double lower = those.lower(found, contender.kind());
            report.progress("%-13s agrees; the floor of %.2f %% has acted before", contender.kind(), 100 * lower);
        }
    }

    /** Whoever refuses or skips is not fast. */
    private static void requireAll(String[] counts, long events) throws IOException {
        if (Long.parseLong(counts[1]) != events) {
            throw new IOException("applied: " + counts[1] + " of " + counts[2] + " records (expected: " + events + ")");
        }
    }

    private Meter.Effort measure(Cluster cluster, Contender contender, Settings settings, Map<String, String> entries)
            throws IOException, InterruptedException, ExecutionException {
        try (Meter meter = new Meter(contender.child(), cluster.broker())) {
            contender.child().ask("running", Parts.start(contender.kind(), load.input(), entries));
            long end = contender.catchup(cluster, settings, load.input()).await();
            long start = Long.parseLong(contender.child().ask("first", "first")[1]);
            return meter.between(start, end);
        }
    }

    private void tell(Contender contender, Contender copy) {
        String name = load.name() + "." + contender.kind();
        report.measure(name, contender.speed(load.events()), "records/s");
        report.measure(name + ".cpu", contender.median(effort -> Report.seconds(effort.appCpu())), "s");
        report.measure(name + ".broker-cpu", contender.median(effort -> Report.seconds(effort.brokerCpu())), "s");
        report.measure(
                name + ".per-app-cpu-second",
                contender.median(effort -> load.events() / Report.seconds(effort.appCpu())),
                "records/s");
        report.measure(name + ".per-cpu-second", contender.perCpuSecond(load.events()), "records/s");
        if (!contender.kind().equals(Contender.COPY)) {
            tellRatios(contender.isAccounting() ? load.name() : name, contender, copy);
        }
    }

    private void tellRatios(String name, Contender contender, Contender copy) {
        String unit = contender.kind() + "/" + copy.kind();
        long events = load.events();
        report.measure(name + ".ratio", contender.speed(events) / copy.speed(events), unit);
        report.measure(name + ".ratio-by-cpu", contender.perCpuSecond(events) / copy.perCpuSecond(events), unit);
    }
}
