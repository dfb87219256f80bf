package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;

/** Copies an input topic to {@value #COPIES} as bytes, with all settings of the accounting application. */
final class CopyApp implements AutoCloseable {
    static final String COPIES = "copies";

    private final KafkaStreams streams;
    private final CountDownLatch running = new CountDownLatch(1);

    /**
     * @param input the topic's name without prefix
     */
    CopyApp(Settings settings, String input) {
        Topology copy = new Topology();
        copy.addSource(
                "read", new ByteArrayDeserializer(), new ByteArrayDeserializer(), settings.topicPrefix() + input);
        copy.addSink(
                "write", settings.topicPrefix() + COPIES, new ByteArraySerializer(), new ByteArraySerializer(), "read");
        Properties properties = settings.streams();
        streams = new KafkaStreams(copy, properties);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING || now.hasCompletedShutdown()) {
                running.countDown();
            }
        });
    }

    /** Starts and waits; false if it does not come up in time. */
    boolean start(Duration atMost) throws InterruptedException {
        streams.start();
        return running.await(atMost.toMillis(), TimeUnit.MILLISECONDS)
                && streams.state().isRunningOrRebalancing();
    }

    @Override
    public void close() {
        streams.close(Duration.ofSeconds(30));
    }
}
