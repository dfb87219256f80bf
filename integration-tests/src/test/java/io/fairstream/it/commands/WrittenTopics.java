package io.fairstream.it.commands;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.PublishedSettings;
import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topic;
import io.fairstream.testing.WrittenCharges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

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
        try (RecordSender<V> sender = ValueFormat.sender(settings, topic)) {
            rows.forEach(row -> sender.send(key.apply(row), row));
            sender.flush();
        }
    }

    public void charge(List<Charge> charges) {
        WrittenCharges.send(settings.producer(), settings.registry(), settings.topicPrefix(), charges);
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
