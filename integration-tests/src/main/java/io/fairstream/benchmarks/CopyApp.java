package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;

/**
 * Copies an input topic to {@value #COPIES} as bytes, with all settings of the accounting application: at once, or by a second
 * hop through {@value #HOPS} as accounting does, which is the floor of what two hops take.
 */
final class CopyApp implements AutoCloseable {
    static final String COPIES = "copies";
    static final String HOPS = "hops";

    private final KafkaStreams streams;
    private final CountDownLatch running = new CountDownLatch(1);

    /**
     * @param topics the input, then what each hop writes; names without prefix
     */
    CopyApp(Settings settings, List<String> topics) {
        Topology copy = new Topology();
        for (int hop = 0; hop + 1 < topics.size(); hop++) {
            String from = settings.topicPrefix() + topics.get(hop);
            String to = settings.topicPrefix() + topics.get(hop + 1);
            copy.addSource("read" + hop, new ByteArrayDeserializer(), new ByteArrayDeserializer(), from);
            copy.addSink("write" + hop, to, new ByteArraySerializer(), new ByteArraySerializer(), "read" + hop);
        }
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
