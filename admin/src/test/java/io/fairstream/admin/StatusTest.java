package io.fairstream.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.Section;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusTest {
    private static final Instant NOW = Instant.parse("2026-01-05T08:00:00Z");

    @Test
    void threadsOfAProcessAreOneInstance() {
        List<MemberDescription> members = List.of(
                member("fs-aaaa-StreamThread-1-consumer", "/10.0.0.1", 3),
                member("fs-bbbb-StreamThread-1-consumer", "/10.0.0.2", 2),
                member("fs-aaaa-StreamThread-12-consumer", "/10.0.0.1", 4));
        assertEquals(
                List.of(new InstanceStatus("aaaa", "10.0.0.1", 2, 7), new InstanceStatus("bbbb", "10.0.0.2", 1, 2)),
                InstanceStatus.of("fs", members));
    }

    @ParameterizedTest
    @CsvSource({
        "10, 4, 3, 2, 1, 0, true",
        "10, 4, 3, 2, 0, 1, true",
        "10, 4, 3, 2, 0, 0, false",
        "0, 0, 0, 0, 0, 0, true"
    })
    void eachRecordReadBecomesSomething(
            long read, long applied, long duplicates, long without, long rejected, long pending, boolean isBalanced) {
        var counts = new SourceStatus.Counts(read, applied, duplicates, without, rejected, pending);
        assertEquals(isBalanced, counts.isBalanced());
        assertEquals(isBalanced, status(counts).isBalanced());
    }

    @Test
    void theFirstLineSaysIt() {
        assertEquals(
                "fs: Stable, 1 instance, 1,234 records wait; all records read are counted.",
                first(status(SourceStatus.Counts.NONE)));
        assertTrue(first(status(new SourceStatus.Counts(1, 0, 0, 0, 0, 0))).contains("RECORDS READ ARE NOT COUNTED"));
    }

    @Test
    void nobodyAtWorkIsAWarning() {
        Status nobody = new Status("fs", "none", List.of(), List.of(), List.of());
        assertTrue(nobody.document(NOW).sections().stream().anyMatch(Section.Warning.class::isInstance));
        assertFalse(status(SourceStatus.Counts.NONE).document(NOW).sections().stream()
                .anyMatch(Section.Warning.class::isInstance));
    }

    private static Status status(SourceStatus.Counts counts) {
        return new Status(
                "fs",
                "Stable",
                List.of(new InstanceStatus("aaaa", "10.0.0.1", 2, 7)),
                List.of(new SourceStatus("matches", 1234, 0, NOW.minusSeconds(5), NOW, counts)),
                List.of());
    }

    private static String first(Status status) {
        return status.document(NOW).sections().stream()
                .filter(Section.Sentence.class::isInstance)
                .map(section -> ((Section.Sentence) section).text())
                .findFirst()
                .orElseThrow();
    }

    private static MemberDescription member(String client, String host, int partitions) {
        Set<TopicPartition> own = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition("t", number))
                .collect(Collectors.toSet());
        return new MemberDescription(
                client,
                Optional.empty(),
                Optional.empty(),
                client,
                host,
                new MemberAssignment(own),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
