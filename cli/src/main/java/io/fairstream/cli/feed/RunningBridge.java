package io.fairstream.cli.feed;

import io.fairstream.app.FairstreamApp;
import io.fairstream.app.LocalState;
import io.fairstream.app.LocalState.Changelogs;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Undisturbed;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;

/** The bridge that runs in this process. It restarts after a lost transaction. */
final class RunningBridge implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(30);

    private final Supplier<Topology> topology;
    private final Properties properties;
    private final Consumer<String> notes;
    private final Runnable atWork;
    private Run run;

    private RunningBridge(
            Settings settings, Supplier<Topology> topology, Properties properties, Consumer<String> notes) {
        this.topology = topology;
        this.properties = properties;
        this.notes = notes;
        String id = properties.getProperty(StreamsConfig.APPLICATION_ID_CONFIG);
        LocalState local = LocalState.of(settings, id);
        Topology first = topology.get();
        KafkaStreams streams = new KafkaStreams(first, properties);
        Supplier<Changelogs> changelogs = () -> Changelogs.of(settings, id, first);
        local.deleteUnlessOf(changelogs, streams);
        atWork = () -> local.noteOrigin(changelogs);
        run = new Run(streams, atWork);
    }

    /** One run of the bridge, from start to end. */
    private static final class Run {
        private final KafkaStreams streams;
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        Run(KafkaStreams streams, Runnable atWork) {
            this.streams = streams;
            streams.setUncaughtExceptionHandler(thrown -> {
                failure.compareAndSet(null, thrown);
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            streams.setStateListener((now, before) -> {
                if (now == KafkaStreams.State.RUNNING) {
                    atWork.run();
                } else if (now.hasCompletedShutdown()) {
                    stopped.countDown();
                }
            });
            streams.start();
        }

        private boolean hasLostATransaction() {
            Throwable thrown = failure.get();
            return thrown != null && FairstreamApp.isLostTransaction(thrown);
        }
    }

    /**
     * Starts the bridge.
     *
     * @param topology creates a topology for each start
     * @param notes receives a message at each restart
     */
    static RunningBridge start(
            Settings settings, Supplier<Topology> topology, Properties properties, Consumer<String> notes) {
        return new RunningBridge(settings, topology, properties, notes);
    }

    /**
     * Waits until the command is stopped, which counts as success.
     *
     * @throws Failure if the bridge fails before
     */
    void await() {
        try {
            Interruption.check();
            run.stopped.await();
            while (run.hasLostATransaction()) {
                notes.accept("a transaction was aborted; the bridge restarts from the last committed one");
                run.streams.close(CLOSING);
                run = new Run(new KafkaStreams(topology.get(), properties), atWork);
                run.stopped.await();
            }
        } catch (InterruptedException stop) {
            Thread.interrupted();
        }
        Throwable thrown = run.failure.get();
        if (thrown != null) {
            throw Failure.stopped("the bridge", thrown);
        }
    }

    @Override
    public void close() {
        Undisturbed.run(() -> run.streams.close(CLOSING));
    }
}
