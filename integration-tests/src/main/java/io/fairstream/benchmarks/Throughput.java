package io.fairstream.benchmarks;

import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;

/** How fast: copying and accounting in turns, over the same records that lie ready. */
final class Throughput {
    private static final String WARM_UP = "warmup.";
    private static final String MEASURED = "measured.";

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;
    private int trials;

    Throughput(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    /** One application with what its rounds took. */
    private record Contender(String kind, Child child, List<Meter.Effort> efforts) {
        double median(ToDoubleFunction<Meter.Effort> measure) {
            return Report.median(efforts.stream().mapToDouble(measure).toArray());
        }
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        try (Cluster cluster = Cluster.start(directory, options.settings());
                Child copier = Child.start(directory, "copy", options.applicationJvm(), AppMain.class);
                Child accountant = Child.start(directory, "accounting", options.profiledJvm(), AppMain.class)) {
            report.progress("writing %,d events, and %,d to warm up", options.events(), options.warmUp());
            cluster.fill(WARM_UP, options.workload(options.warmUp()), options.warmUp());
            cluster.fill(MEASURED, options.workload(options.events()), options.events());
            Contender copy = new Contender("copy", copier, new ArrayList<>());
            Contender accounting = new Contender("accounting", accountant, new ArrayList<>());
            for (Contender contender : List.of(copy, accounting)) {
                trial(cluster, contender, WARM_UP, options.warmUp());
                contender.efforts().clear();
            }
            for (int round = 0; round < options.rounds(); round++) {
                trial(cluster, copy, MEASURED, options.events());
                trial(cluster, accounting, MEASURED, options.events());
            }
            tell(copy);
            tell(accounting);
            report.measure("throughput.ratio", speed(accounting) / speed(copy), "accounting/copy");
            report.measure("throughput.ratio-by-cpu", perCpuSecond(accounting) / perCpuSecond(copy), "accounting/copy");
        }
    }

    private void trial(Cluster cluster, Contender contender, String prefix, long events)
            throws IOException, InterruptedException, ExecutionException {
        String application = contender.kind() + ++trials;
        boolean isAccounting = contender.kind().equals("accounting");
        Map<String, String> entries = cluster.entries(prefix, application);
        Settings settings = cluster.settings(prefix, application);
        cluster.createTopics(prefix);
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
            String[] counts = contender.child().ask("counts", "counts");
            report.progress("           applied %s of %s records", counts[1], counts[2]);
        }
        if (options.showThreads()) {
            threads.report(report);
        }
        contender.child().ask("stopped", "stop");
        cluster.deleteOutputs(prefix, application);
        Parts.delete(settings.stateDirectory());
    }

    private static Meter.Effort measure(
            Cluster cluster, Contender contender, Settings settings, Map<String, String> entries)
            throws IOException, InterruptedException, ExecutionException {
        try (Meter meter = new Meter(contender.child(), cluster.broker())) {
            contender.child().ask("running", Parts.start(contender.kind(), entries));
            long end = new Catchup(cluster, settings, contender.kind().equals("accounting")).await();
            long start = Long.parseLong(contender.child().ask("first", "first")[1]);
            return meter.between(start, end);
        }
    }

    private double speed(Contender contender) {
        return contender.median(effort -> options.events() / Report.seconds(effort.time()));
    }

    /** Per second of application and broker together: what is left of the speed when the machine is shared. */
    private double perCpuSecond(Contender contender) {
        return contender.median(
                effort -> options.events() / (Report.seconds(effort.appCpu()) + Report.seconds(effort.brokerCpu())));
    }

    private void tell(Contender contender) {
        String name = "throughput." + contender.kind();
        report.measure(name, speed(contender), "records/s");
        report.measure(name + ".cpu", contender.median(effort -> Report.seconds(effort.appCpu())), "s");
        report.measure(name + ".broker-cpu", contender.median(effort -> Report.seconds(effort.brokerCpu())), "s");
        report.measure(
                name + ".per-app-cpu-second",
                contender.median(effort -> options.events() / Report.seconds(effort.appCpu())),
                "records/s");
        report.measure(name + ".per-cpu-second", perCpuSecond(contender), "records/s");
    }
}
