package io.fairstream.cli;

import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.reports.records.Sender;
import io.fairstream.reports.topics.TopicAdmin;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.app.PublishedSettings;
import io.fairstream.streams.config.Settings;
import io.fairstream.testing.WrittenCharges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics with rows that a test wrote by hand, and no topology that would write others. */
public final class WrittenTopics implements AutoCloseable {
    private final EmbeddedCluster cluster;
    private final Settings settings;

    private WrittenTopics(EmbeddedCluster cluster, Settings settings) throws Exception {
        this.cluster = cluster;
        this.settings = settings;
        try (TopicAdmin admin = new TopicAdmin(settings)) {
            admin.createMissing();
        }
        PublishedSettings.publish(settings);
        cluster.announceRegistry();
    }

    /** All topics, empty, of three partitions. */
    public static WrittenTopics start() throws Exception {
        EmbeddedCluster cluster = EmbeddedCluster.startTemporary();
        Map<String, String> entries = new HashMap<>(cluster.settings());
        entries.put("partitions", "3");
        return new WrittenTopics(cluster, Settings.parseForCluster(entries));
    }

    public <V extends SpecificRecord> void write(Topic<V> topic, Function<V, String> key, List<V> rows) {
        try (Sender<V> sender = Sender.open(settings, topic)) {
            rows.forEach(row -> sender.send(key.apply(row), row));
            sender.flush();
        }
    }

    /** As a stranger does: keys and values of any bytes. */
    public void writeBytes(Topic<?> topic, int count, Random random) {
        String name = topic.in(settings.topicPrefix());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings.producer(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < count; i++) {
                byte[] key = new byte[random.nextInt(9)];
                byte[] value = new byte[random.nextInt(99)];
                random.nextBytes(key);
                random.nextBytes(value);
                producer.send(new ProducerRecord<>(name, key, value));
            }
            producer.flush();
        }
    }

    public void charge(List<Charge> charges) {
        WrittenCharges.send(settings.producer(), settings.registry(), charges);
    }

    /** Runs a command against them. */
    public Console run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--bootstrap-server");
        all.add(cluster.bootstrapServers());
        return Console.run(all.toArray(String[]::new));
    }

    @Override
    public void close() {
        cluster.close();
    }
}
