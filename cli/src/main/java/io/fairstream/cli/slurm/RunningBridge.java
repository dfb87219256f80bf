package io.fairstream.cli.slurm;

import io.fairstream.cli.terminal.Interruption;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.Undisturbed;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;

/** The bridge at work in this process. */
final class RunningBridge implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(30);

    private final KafkaStreams streams;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private RunningBridge(KafkaStreams streams) {
        this.streams = streams;
    }

    static RunningBridge start(Topology topology, Properties properties) {
        RunningBridge bridge = new RunningBridge(new KafkaStreams(topology, properties));
        bridge.streams.setUncaughtExceptionHandler(thrown -> {
            bridge.failure.compareAndSet(null, thrown);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        bridge.streams.setStateListener((now, before) -> {
            if (now.hasCompletedShutdown()) {
                bridge.stopped.countDown();
            }
        });
        bridge.streams.start();
        return bridge;
    }

    /**
     * Waits until somebody stops the command, which is a good end.
     *
     * @throws Failure if the bridge fails before
     */
    void await() {
        try {
            Interruption.check();
            stopped.await();
        } catch (InterruptedException stop) {
            Thread.interrupted();
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw Failure.stopped("the bridge", thrown);
        }
    }

    @Override
    public void close() {
        Undisturbed.run(() -> streams.close(CLOSING));
    }
}
