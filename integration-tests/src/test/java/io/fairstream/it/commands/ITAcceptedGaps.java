package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.it.harness.Console;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITAcceptedGaps {
    private static final String UNREAD = "every input read before it was deleted";
    private static final String ONCE = "matches: every record once";

    @TempDir
    private Path directory;

    private int sent;

    @Test
    void recordsThatWereDeletedUnreadAreReportedAndAcceptedUntilThereAreMore() throws Exception {
        try (LocalFairstream fairstream = LocalFairstream.start(Map.of("partitions", "1"))) {
            matches(fairstream, 10);
            fairstream.awaitCaughtUp();
            fairstream.stopTopology();
            assertEquals("ok", fails(fairstream.run("audit")), "nothing is lost so far");
            matches(fairstream, 10);
            deleteBefore(fairstream, 15);
            fairstream.startTopology();
            Console gap = fairstream.run("audit");
            assertEquals(UNREAD, fails(gap));
            assertTrue(
                    line(gap, UNREAD)
                            .endsWith(
                                    "at most 5 records were deleted unread: fairstream.matches partition 0 offsets 10 to 14 (5)"),
                    gap.toString());
            assertEquals(
                    5,
                    fairstream.run("status", "--json").out().stream()
                            .filter(row -> row.contains("\"topic\":\"matches\""))
                            .mapToInt(row -> Integer.parseInt(row.replaceAll(".*\"unread\":(\\d+).*", "$1")))
                            .sum());

            Console unexplained = fairstream.run("audit", "--accept", UNREAD);
            assertEquals(2, unexplained.exitCode(), unexplained.toString());
            Console unknown = fairstream.run("audit", "--accept", "usage = charges", "--reason", "so");
            assertEquals(1, unknown.exitCode());
            assertTrue(unknown.err().toString().contains("expected: one of: " + UNREAD), unknown.toString());
            Console accepted =
                    fairstream.run("audit", "--accept", UNREAD, "--reason", "retention of an hour", "--by", "ann");
            assertEquals("ok", fails(accepted));
            Console later = fairstream.run("audit");
            assertEquals("ok", fails(later));
            assertTrue(
                    line(later, UNREAD).contains("; accepted: 5, by ann, retention of an hour, 20"), later.toString());

            fairstream.stopTopology();
            matches(fairstream, 10);
            deleteBefore(fairstream, 22);
            fairstream.startTopology();
            Console grown = fairstream.run("audit");
            assertEquals(UNREAD, fails(grown));
            assertTrue(
                    line(grown, UNREAD).contains("partition 0 offsets 20 to 21 (2); accepted: 5, by ann"),
                    grown.toString());
        }
    }

    @Test
    void whatEverythingWasDeletedOfIsReportedBeforeAnythingNewComes() throws Exception {
        try (LocalFairstream fairstream = LocalFairstream.start(Map.of("partitions", "1"))) {
            matches(fairstream, 10);
            fairstream.awaitCaughtUp();
            fairstream.stopTopology();
            matches(fairstream, 10);
            deleteBefore(fairstream, 20);
            fairstream.startTopology();
            Console gap = fairstream.run("audit");
            assertEquals(UNREAD, fails(gap));
            assertTrue(line(gap, UNREAD).endsWith("offsets 10 to 19 (10)"), gap.toString());
        }
    }

    @Test
    void recordsOfATopicMadeAnewAreMissedUntilThatIsAccepted() throws Exception {
        try (LocalFairstream fairstream = LocalFairstream.start(Map.of("partitions", "1"))) {
            matches(fairstream, 10);
            fairstream.awaitCaughtUp();
            fairstream.stopTopology();
            makeAnew(fairstream);
            fairstream.startTopology();
            matches(fairstream, 3);
            fairstream.awaitCaughtUp();
            Console missed = fairstream.run("audit");
            assertEquals(1, missed.exitCode());
            assertTrue(line(missed, ONCE).startsWith("WRONG"), missed.toString());
            Console accepted = fairstream.run("audit", "--accept", ONCE, "--reason", "made anew");
            assertEquals("ok", fails(accepted));
            assertTrue(line(accepted, ONCE).contains("; accepted: 10, by "), accepted.toString());
            assertTrue(line(accepted, "open-matches: every field").contains("not checked"), accepted.toString());
        }
    }

    private void matches(LocalFairstream fairstream, int more) throws IOException {
        String[] lines = IntStream.range(sent, sent + more)
                .mapToObj(i -> Lines.matched("slot" + i, String.format("2026-01-05T08:%02d:00Z", i), "user" + i % 3, 1))
                .toArray(String[]::new);
        sent += more;
        Path file = directory.resolve("matches");
        Files.write(file, List.of(lines));
        Console produced = fairstream.run("produce", "matches", file.toString(), "--no-wait");
        assertEquals(0, produced.exitCode(), produced.toString());
    }

    private static void deleteBefore(LocalFairstream fairstream, long offset) throws Exception {
        try (Admin admin = Admin.create(fairstream.settings().admin())) {
            TopicPartition partition =
                    new TopicPartition(Topics.MATCHES.in(fairstream.settings().topicPrefix()), 0);
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    private static void makeAnew(LocalFairstream fairstream) throws Exception {
        String topic = Topics.MATCHES.in(fairstream.settings().topicPrefix());
        try (Admin admin = Admin.create(fairstream.settings().admin());
                TopicAdmin topics = new TopicAdmin(fairstream.settings())) {
            admin.deleteTopics(List.of(topic)).all().get();
            while (admin.listTopics().names().get().contains(topic)) {
                Thread.onSpinWait();
            }
            topics.createMissing();
        }
    }

    /** Names of the checks that fail. */
    private static String fails(Console audit) {
        String failing = String.join(
                ", ",
                audit.out().stream()
                        .filter(row -> row.startsWith("WRONG"))
                        .map(row -> row.split(" {2,}", -1)[1])
                        .toList());
        assertEquals(failing.isEmpty() ? 0 : 1, audit.exitCode(), audit.toString());
        return failing.isEmpty() ? "ok" : failing;
    }

    private static String line(Console audit, String check) {
        return audit.out().stream()
                .filter(row -> row.contains(check))
                .findFirst()
                .orElse("");
    }
}
