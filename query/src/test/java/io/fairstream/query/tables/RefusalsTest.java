package io.fairstream.query.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.records.Row;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalsTest {
    @Test
    void areCountedByTopicReasonAndSourceWithTheFirstAsExample() {
        Refusals refusals = new Refusals();
        for (int i = 0; i < 400; i++) {
            refusals.add(row(i, "slot1@node" + i % 2, RejectionReason.TOO_LATE, "at: long ago"));
        }
        refusals.add(row(400, "slot1@node7", RejectionReason.NO_CUSTOMER, "customer: \"\""));
        refusals.addUnreadable(unreadable());
        RefusedTopic topic = refusals.topics().iterator().next();
        assertEquals(401, refusals.refused());
        assertEquals(1, refusals.unreadable());
        assertEquals(
                List.of("TOO_LATE", "NO_CUSTOMER", "UNREADABLE"),
                topic.reasons().stream().map(RefusedTopic.Count::reason).toList());
        assertEquals(
                "partition 1 offset 0, key \"slot1@node0\": at: long ago",
                topic.reasons().get(0).first().text());
        assertEquals(
                "partition 3 offset 17, key \"slot9@node0\": bad magic byte",
                topic.reasons().get(2).first().text());
        assertEquals("node0 (201), node1 (200), node7 (1)", topic.sourcesText());
    }

    @Test
    void lettersOfOneOffsetAreTwoRecordsOfATopicThatWasMadeAgain() {
        Refusals refusals = new Refusals();
        refusals.addUnreadable(unreadable());
        refusals.addUnreadable(unreadable());
        assertEquals(2, refusals.unreadable());
        assertTrue(refusals.isUnreadable("fairstream.matches", 3, 17));
    }

    @ParameterizedTest
    @CsvSource({
        "tux/17, tux",
        "slot1@node7, node7",
        "alice@example.org, example.org",
        "root/physics/alice, root",
        "h1, h1",
        ", no key"
    })
    void aSourceIsWhatTheKeySaysOfIt(String key, String source) {
        assertEquals(source, new Refusal(0, 0, key, "").source());
    }

    @Test
    void textFromElsewhereStaysOnItsLine() {
        assertEquals("a b", Refusal.line("a\r\n\u001b\tb\n"));
        assertEquals(243, Refusal.line("x".repeat(1000)).length());
    }

    private static Row<Rejection> row(long offset, String key, RejectionReason reason, String detail) {
        Rejection rejection = new Rejection("fairstream.matches", 1, offset, null, reason, detail, "");
        return new Row<>(key, rejection, 0, offset, new RecordHeaders());
    }

    private static Row<byte[]> unreadable() {
        RecordHeaders headers = new RecordHeaders();
        Map.of("topic", "fairstream.matches", "partition", "3", "offset", "17", "exception.message", "bad magic byte")
                .forEach((name, value) ->
                        headers.add("__streams.errors." + name, value.getBytes(StandardCharsets.UTF_8)));
        return new Row<>("slot9@node0", new byte[] {1}, 0, 0, headers);
    }
}
