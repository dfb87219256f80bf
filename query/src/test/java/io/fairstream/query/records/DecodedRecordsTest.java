package io.fairstream.query.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.schemas.Setting;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DecodedRecordsTest {
    private static final byte[] NO_AVRO = "no avro".getBytes(StandardCharsets.UTF_8);

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();

    private <V extends SpecificRecord> DecodedRecords<V> decoded(Topic<V> topic) {
        return new DecodedRecords<>(topic, topic.serde(registry).deserializer(), value -> true);
    }

    private <V extends SpecificRecord> byte @Nullable [] bytes(Topic<V> topic, V value) {
        return topic.serde(registry).serializer().serialize("t", value);
    }

    private static ConsumerRecord<String, byte[]> record(byte @Nullable [] value) {
        return new ConsumerRecord<>("t", 0, 0, "key", value);
    }

    @Test
    void aStrangersRecordHidesNoOther() {
        ShareNode node = new ShareNode("root/a", ShareKind.USER, 1.0, true, false);
        DecodedRecords<ShareNode> decoded = decoded(Topics.SHARES);
        assertEquals(Optional.empty(), decoded.row(record(NO_AVRO)));
        assertEquals(
                List.of(node),
                decoded.row(record(bytes(Topics.SHARES, node))).stream()
                        .map(Row::value)
                        .toList());
        decoded.end();
    }

    @Test
    void aRecordWithoutAValueIsARow() {
        assertEquals(1, decoded(Topics.SHARES).row(record(null)).stream().count());
    }

    @Test
    void ofWhatOthersWriteNoneNeedsToBeReadable() {
        DecodedRecords<ShareNode> decoded = decoded(Topics.SHARES);
        decoded.row(record(NO_AVRO));
        decoded.end();
    }

    @Test
    void whoCanReadNothingThatTheTopologyWroteIsToldSo() {
        DecodedRecords<Setting> decoded = decoded(Topics.SETTINGS);
        decoded.row(record(NO_AVRO));
        assertThrows(SerializationException.class, decoded::end);
        decoded.row(record(bytes(Topics.SETTINGS, new Setting("a", "b", null, null, null))));
        decoded.end();
    }
}
