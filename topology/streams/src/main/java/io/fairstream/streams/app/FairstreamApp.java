package io.fairstream.streams.app;

import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.config.Settings;
import io.fairstream.streams.intake.SetAside;
import io.fairstream.streams.process.Accounting;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** One running instance of the topology. */
public final class FairstreamApp implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(30);

    private final Settings settings;
    private final KafkaStreams streams;
    private final SetAside setAside;
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * Checks the cluster's topics and builds the topology.
     *
     * @throws TopicsUnfit if a topic is missing or partitions do not agree
     */
    public FairstreamApp(Settings settings) {
        Accounting accounting = Accountings.of(settings, InputPartitions.of(settings));
        Properties properties = settings.streams();
        this.settings = settings;
        setAside = SetAside.of(properties);
        streams = new KafkaStreams(AccountingTopology.build(accounting, PublishedSettings.wire(settings)), properties);
        streams.setUncaughtExceptionHandler(this::stopsOn);
        InstanceLog log = new InstanceLog();
        streams.setGlobalStateRestoreListener(log);
        streams.setStateListener((now, before) -> {
            log.changed(now, before);
            changed(now);
        });
    }

    private StreamThreadExceptionResponse stopsOn(Throwable thrown) {
        if (setAside.explainsAFailure()) {
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        failure.compareAndSet(null, thrown);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private void changed(KafkaStreams.State state) {
        if (state == KafkaStreams.State.RUNNING) {
            running.countDown();
        } else if (state.hasCompletedShutdown()) {
            stopped.countDown();
            running.countDown();
        }
    }

    /** Publishes the settings, and begins to work. */
    public void start() {
        PublishedSettings.publish(settings);
        streams.start();
    }

    /** Waits until every task has restored its state and works; false if the time is over or it has failed. */
    public boolean awaitRunning(Duration atMost) throws InterruptedException {
        running.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        return streams.state().isRunningOrRebalancing();
    }

    /** Waits until it has stopped, by {@link #close} or by a failure. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** What it failed of, if it did. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** The metrics of Kafka Streams, its clients and the outcomes by topic, group {@code fairstream-records}. */
    public Map<MetricName, ? extends Metric> metrics() {
        return streams.metrics();
    }

    /** Commits and stops. */
    @Override
    public void close() {
        streams.close(CLOSING);
    }
}
