package io.fairstream.streams.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.errors.PoisonRecords.KeyDeserializer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class KeyDeserializerTest {
    private final KeyDeserializer keys = new KeyDeserializer();

    @Test
    void readsWhatIsUtf8() {
        for (String key : new String[] {"", "alice", "bj\u00f8rn", "\uD83D\uDE00", "\uFFFD"}) {
            assertEquals(key, keys.deserialize("topic", key.getBytes(StandardCharsets.UTF_8)));
        }
        assertNull(keys.deserialize("topic", null));
    }

    @Test
    void twoNamesInAnotherEncodingDoNotBecomeOne() {
        for (String key : new String[] {"bj\u00f8rn", "bj\u00e4rn"}) {
            byte[] latin = key.getBytes(StandardCharsets.ISO_8859_1);
            assertThrows(SerializationException.class, () -> keys.deserialize("topic", latin));
        }
    }

    @Test
    void refusesAKeyThatIsLongerThanAnyName() {
        assertThrows(SerializationException.class, () -> keys.deserialize("topic", new byte[16 * 1024 + 1]));
    }

    @Test
    void aTextInAnotherEncodingIsUnreadable() {
        byte[] latin = {10, 'b', 'j', (byte) 0xf8, 'r', 'n'};
        assertThrows(SerializationException.class, () -> new AvroIn(latin, 0).readString());
    }

    @Test
    void aLengthThatPromisesMoreThanThereIsAllocatesNothing() {
        byte[] twoGigabytes = {(byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f, 'x'};
        assertThrows(SerializationException.class, () -> new AvroIn(twoGigabytes, 0).readString());
        assertThrows(SerializationException.class, () -> new AvroIn(twoGigabytes, 0).readStrings());
    }
}
