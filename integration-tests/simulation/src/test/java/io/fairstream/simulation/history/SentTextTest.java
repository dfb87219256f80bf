package io.fairstream.simulation.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

class SentTextTest {
    private static final byte[] EVENT = Topics.MATCHES
            .serde(SimulatedRegistry.get())
            .serializer()
            .serialize("fairstream.matches", new MatchEvent("slot1", "", Instant.EPOCH, new Unmatched("")));

    @Test
    void anEventIsPlainJson() {
        assertEquals(
                new SentText(
                        "slot1",
                        "{\"resource\":\"slot1\",\"pool\":\"\",\"at\":\"1970-01-01T00:00:00Z\","
                                + "\"change\":{\"Unmatched\":{\"matchId\":\"\"}}}"),
                text("matches", "slot1".getBytes(UTF_8), EVENT));
    }

    @Test
    void whatCannotBeDecodedIsHexadecimal() {
        assertEquals(new SentText("0xff00", "0x0001ff"), text("matches", new byte[] {-1, 0}, new byte[] {0, 1, -1}));
        assertEquals(new SentText("0x0a", "0x"), text("matches", new byte[] {'\n'}, new byte[0]));
    }

    @Test
    void anEventOfAnotherTopicIsHexadecimal() {
        String value = text("shares", "slot1".getBytes(UTF_8), EVENT).value();
        assertEquals("0x00000000", String.valueOf(value).substring(0, 10));
    }

    private static SentText text(String topic, byte[] key, byte[] value) {
        return SentText.of(new Sent(topic, 0, Bytes.wrap(key), Bytes.wrap(value), 0));
    }
}
