package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One application with what its rounds took.
 *
 * @param kind as it stands in requests and measures
 */
record Contender(String kind, Child child, List<Meter.Effort> efforts) implements AutoCloseable {
    static final String COPY = "copy";
    static final String FLOOR = "floor";
    static final String ACCOUNTING = "accounting";

    private Contender(String kind, Child child) {
        this(kind, child, new ArrayList<>());
    }

    /**
     * Copying.
     *
     * @param kind at once or by two hops
     */
    static Contender copying(String kind, BenchmarkOptions options, Path directory) throws IOException {
        return new Contender(kind, Child.start(directory, kind, options.applicationJvm(), AppMain.class));
    }

    static Contender accounting(BenchmarkOptions options, Path directory) throws IOException {
        return new Contender(ACCOUNTING, Child.start(directory, ACCOUNTING, options.profiledJvm(), AppMain.class));
    }

    static Contender peer(Peer peer, BenchmarkOptions options, Path directory) throws IOException {
        return new Contender(peer.toString(), peer.start(directory, options.applicationJvm()));
    }

    /** Returns true if it only copies, at once or by two hops. */
    boolean isCopying() {
        return kind.equals(COPY) || kind.equals(FLOOR);
    }

    boolean isAccounting() {
        return kind.equals(ACCOUNTING);
    }

    /** Returns the catchup that waits for the contender. */
    Catchup catchup(Cluster cluster, Settings settings, Topic<?> input) {
        if (isCopying()) {
            return Catchup.ofCopying(
                    cluster, settings, kind.equals(COPY) ? List.of(input.name()) : List.of(input.name(), CopyApp.HOPS));
        }
        return isAccounting()
                ? Catchup.ofAccounting(cluster, settings, input)
                : Catchup.ofPeer(cluster, settings, input);
    }

    double median(ToDoubleFunction<Meter.Effort> measure) {
        return Report.median(efforts.stream().mapToDouble(measure).toArray());
    }

    /** Events in a second. */
    double speed(long events) {
        return median(effort -> events / Report.seconds(effort.time()));
    }

    /** Events per second of application and broker together: what is left of the speed when the machine is shared. */
    double perCpuSecond(long events) {
        return median(effort -> events / (Report.seconds(effort.appCpu()) + Report.seconds(effort.brokerCpu())));
    }

    @Override
    public void close() {
        child.close();
    }
}
