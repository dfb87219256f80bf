package io.fairstream.benchmarks;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;

/** Measurement of the rate at which the reports of volunteers' hosts are accounted, and of the size of a host's state. */
final class Hosts {
    private static final double MIB = 1 << 20;

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    Hosts(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        new Throughput(options, directory, report, options.hosts()).run(this::tellState);
    }

    private void tellState(Cluster cluster, Settings settings) throws IOException {
        StateSizes.of(settings, "host-ledger", HostWorkload.HOST).tell(report, "hosts", "host");
        report.measure("hosts.state-directory", Parts.size(settings.get(Keys.STATE_DIR)) / MIB, "MiB");
    }
}
