package io.fairstream.benchmarks;

import io.fairstream.schemas.Topic;
import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/** How fast: copying and accounting in turns, over the same records of one input topic that lie ready. */
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
    private int trials;

    Throughput(BenchmarkOptions options, Path directory, Report report, Load load) {
        this.options = options;
        this.directory = directory;
        this.report = report;
        this.load = load;
    }

    /**
     * What there is to read.
     *
     * @param name of the measures
     * @param workload of so many events
     * @param besides what there is besides, before
     * @param warmUp events before the first round
     * @param events of each round
     */
    record Load(
            String name,
            Topic<?> input,
            LongFunction<Workload<?>> workload,
            Besides besides,
            long warmUp,
            long events) {
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

    /** One application with what its rounds took. */
    private record Contender(String kind, Child child, List<Meter.Effort> efforts) {
        double median(ToDoubleFunction<Meter.Effort> measure) {
            return Report.median(efforts.stream().mapToDouble(measure).toArray());
        }
    }

    /**
     * Measures and tells.
     *
     * @param look after the warm-up
     * @return events that are accounted in a second
     */
    double run(Look look) throws IOException, InterruptedException, ExecutionException {
        try (Cluster cluster = Cluster.start(directory, options.settings());
                Child copier = Child.start(directory, "copy", options.applicationJvm(), AppMain.class);
                Child accountant = Child.start(directory, "accounting", options.profiledJvm(), AppMain.class)) {
            report.progress("writing %,d events, and %,d to warm up", load.events(), load.warmUp());
            load.write(cluster, WARM_UP, load.warmUp());
            load.write(cluster, MEASURED, load.events());
            Contender copy = new Contender("copy", copier, new ArrayList<>());
            Contender accounting = new Contender("accounting", accountant, new ArrayList<>());
            trial(cluster, copy, WARM_UP, load.warmUp(), NO_LOOK);
            trial(cluster, accounting, WARM_UP, load.warmUp(), (there, settings) -> {
                look.at(there, settings);
                Written.of(there, settings, load.input().in(settings.topicPrefix()))
                        .tell(report, load.name(), load.warmUp());
            });
            copy.efforts().clear();
            accounting.efforts().clear();
            for (int round = 0; round < options.rounds(); round++) {
                trial(cluster, copy, MEASURED, load.events(), NO_LOOK);
                trial(cluster, accounting, MEASURED, load.events(), NO_LOOK);
            }
            tell(copy);
            tell(accounting);
            report.measure(load.name() + ".ratio", speed(accounting) / speed(copy), "accounting/copy");
            report.measure(
                    load.name() + ".ratio-by-cpu", perCpuSecond(accounting) / perCpuSecond(copy), "accounting/copy");
            return speed(accounting);
        }
    }

    private void trial(Cluster cluster, Contender contender, String prefix, long events, Look look)
            throws IOException, InterruptedException, ExecutionException {
        String application = contender.kind() + ++trials;
        boolean isAccounting = contender.kind().equals("accounting");
        Map<String, String> entries = cluster.entries(prefix, application);
        Settings settings = cluster.settings(prefix, application);
        cluster.createTopics(prefix);
        load.besides().write(cluster, prefix);
        Threads threads = new Threads(contender.child().pid());
        Meter.Effort effort = measure(cluster, contender, settings, entries);
        contender.efforts().add(effort);
        report.progress(
                "%-10s %s %,9.0f records/s  %6.2f s  cpu %6.2f s, broker %6.2f s",
                contender.kind(),
                prefix,
                events / Report.seconds(effort.time()),
                Report.seconds(effort.time()),
                Report.seconds(effort.appCpu()),
                Report.seconds(effort.brokerCpu()));
        if (isAccounting) {
            requireAll(contender.child().ask("counts", "counts"), events);
        }
        if (options.showThreads()) {
            threads.report(report);
        }
        contender.child().ask("stopped", "stop");
        look.at(cluster, settings);
        cluster.deleteOutputs(prefix, application, load.input());
        Parts.delete(settings.stateDirectory());
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
            Catchup catchup = contender.kind().equals("accounting")
                    ? Catchup.ofAccounting(cluster, settings, load.input())
                    : Catchup.ofCopy(cluster, settings, load.input());
            long end = catchup.await();
            long start = Long.parseLong(contender.child().ask("first", "first")[1]);
            return meter.between(start, end);
        }
    }

    private double speed(Contender contender) {
        return contender.median(effort -> load.events() / Report.seconds(effort.time()));
    }

    /** Per second of application and broker together: what is left of the speed when the machine is shared. */
    private double perCpuSecond(Contender contender) {
        return contender.median(
                effort -> load.events() / (Report.seconds(effort.appCpu()) + Report.seconds(effort.brokerCpu())));
    }

    private void tell(Contender contender) {
        String name = load.name() + "." + contender.kind();
        report.measure(name, speed(contender), "records/s");
        report.measure(name + ".cpu", contender.median(effort -> Report.seconds(effort.appCpu())), "s");
        report.measure(name + ".broker-cpu", contender.median(effort -> Report.seconds(effort.brokerCpu())), "s");
        report.measure(
                name + ".per-app-cpu-second",
                contender.median(effort -> load.events() / Report.seconds(effort.appCpu())),
                "records/s");
        report.measure(name + ".per-cpu-second", perCpuSecond(contender), "records/s");
    }
}
