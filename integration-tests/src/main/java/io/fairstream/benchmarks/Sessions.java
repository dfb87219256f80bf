package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;

/**
 * Measurement of the rate at which the deltas of sessions are accounted, also in times real time, and of the size of a node's
 * state.
 */
final class Sessions {
    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;

    Sessions(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        double speed = new Throughput(options, directory, report, options.sessions()).run(this::tellState);
        double inRealTime = options.deltasOfAllNodes() / Report.seconds(SessionWorkload.INTERVAL);
        report.measure("sessions.times-real-time", speed / inRealTime, "x");
    }

    private void tellState(Cluster cluster, Settings settings) {
        StateSizes.of(settings, "session-ledger", SessionWorkload.CLUSTER + "/").tell(report, "sessions", "node");
    }
}
