package io.fairstream.query.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.streams.avro.FastAvroReader.FastAvroDeserializer;
import io.fairstream.testing.RandomRecords;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class PriorityReaderTest {
    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final AvroSerde<Priority> avro = new AvroSerde<>(Priority.class, registry);
    private final FastAvroDeserializer<Priority> reader = new FastAvroDeserializer<>(new PriorityReader(), registry);

    private byte[] bytes(Priority row) {
        return Objects.requireNonNull(avro.serialize("topic", row));
    }

    @Test
    void readsAsAvroDoesAndNothingThatIsCutOff() {
        for (long seed = 0; seed < 400; seed++) {
            Priority row = (Priority) new RandomRecords(seed).next(Priority.getClassSchema());
            byte[] whole = bytes(row);
            assertEquals(row, reader.deserialize("topic", whole), "seed " + seed);
            for (int length = 0; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                assertThrows(SerializationException.class, () -> reader.deserialize("topic", cut));
            }
        }
    }

    @Test
    void flippedBytesAreARowOrNoneButNeverAnotherFailure() {
        Random random = new Random(7);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = bytes((Priority) new RandomRecords(i).next(Priority.getClassSchema()));
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                reader.deserialize("topic", bytes);
                read++;
            } catch (SerializationException expected) {
                // refused
            }
        }
        assertTrue(read > 0 && read < 20_000, "read: " + read);
    }
}
