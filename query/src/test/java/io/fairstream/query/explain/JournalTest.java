package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.app.config.Settings;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.SyntheticUse;
import io.fairstream.testing.WrittenCharges;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class JournalTest {

    @Test
    void anOldestEntryOfAJobsUserTellsHowFarTheJournalReachesBack() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary()) {
            Map<String, String> entries = new HashMap<>(cluster.settings());
            entries.put("partitions", "1");
            Settings settings = Settings.parseForCluster(entries);
            try (Admin admin = Admin.create(settings.admin())) {
                admin.createTopics(Stream.of(
                                        Topics.PRIORITIES,
                                        Topics.ACCOUNT_EDITS,
                                        Topics.REJECTIONS,
                                        Topics.DEAD_LETTERS,
                                        Topics.CHARGES)
                                .map(topic -> new NewTopic(topic.in(settings.topicPrefix()), 1, (short) 1))
                                .toList())
                        .all()
                        .get();
            }
            WrittenCharges.send(
                    settings.producer(),
                    settings.registry(),
                    settings.topicPrefix(),
                    List.of(
                            SyntheticUse.allocation(ChargeKind.USER, "alice", 7, "root", 1, 4, 0),
                            SyntheticUse.allocation(ChargeKind.USER, "alice", 7, "root", 3, -4, 0)));
            try (TopicReader reader = new TopicReader(settings);
                    Admin admin = Admin.create(settings.admin())) {
                assertNull(Journal.read(reader, "alice").known());
                TopicPartition only = new TopicPartition(Topics.CHARGES.in(settings.topicPrefix()), 0);
                admin.deleteRecords(Map.of(only, RecordsToDelete.beforeOffset(1)))
                        .all()
                        .get();
                assertEquals(SyntheticUse.at(3), Journal.read(reader, "alice").known());
            }
        }
    }
}
