package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.FairstreamApp.LocalStateFailedException;
import io.fairstream.app.LocalState.Changelogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

class LocalStateTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    private Instant now = Instant.parse("2026-03-02T08:00:00Z");

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalState local;

    @BeforeEach
    void threeTasks() throws IOException {
        for (String task : List.of("0_1", "1_0", "10_0")) {
            Files.createDirectories(directory.resolve(task).resolve("rocksdb"));
        }
        local = new LocalState(directory, () -> now);
    }

    @Test
    void nobodyButTheOwnerGetsIn() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x---"));
        local.permitOwnerOnly();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
    }

    @Test
    void aStoreThatDoesNotOpenIsSetAsideWithItsTask() {
        List<String> done = local.setAside(doesNotOpen("1_0", "Corruption: CURRENT file corrupted"));
        assertEquals(
                List.of("local state " + directory.resolve("1_0")
                        + " cannot be read (Corruption: CURRENT file corrupted); set aside as "
                        + directory.resolve("1_0.unreadable") + ", rebuilding it from its changelog"),
                done);
        assertFalse(Files.exists(directory.resolve("1_0")));
        assertTrue(Files.exists(directory.resolve("1_0.unreadable").resolve("rocksdb")));
        assertTrue(Files.exists(directory.resolve("10_0")), "another task's");
    }

    @Test
    void aReadThatFailsIsOfTheTaskThatItIsSaidToBeOf() {
        RocksDBException cause = new RocksDBException("Corruption: block checksum mismatch");
        ProcessorStateException read = new ProcessorStateException("Error while getting value for key alice", cause);
        assertEquals(
                1, local.setAside(new StreamsException(read, new TaskId(0, 1))).size());
        assertTrue(Files.exists(directory.resolve("0_1.unreadable")));
    }

    @Test
    void aBlockThatCannotBeReadIsOfTheTaskInThePathOfItsFile() {
        RocksDBException cause = new RocksDBException("block checksum mismatch: stored = 1, computed = 2 in "
                + directory + "/1_0/rocksdb/jobs/000011.sst offset 0");
        assertEquals(
                1,
                local.setAside(new ProcessorStateException("Error while getting value from store jobs", cause))
                        .size());
        assertTrue(Files.exists(directory.resolve("1_0.unreadable")));
    }

    @Test
    void aFailureThatNamesNoTaskConcernsAll() {
        RocksDBException cause = new RocksDBException("Corruption: block checksum mismatch");
        ProcessorStateException failure = new ProcessorStateException("Error opening store", cause);
        assertEquals(3, local.setAside(failure).size());
    }

    @Test
    void aCopyThatKafkaStreamsDeletedMeanwhileConcernsNoOtherTask() {
        List<String> done = local.setAside(doesNotOpen("3_0", "Corruption: a"));
        assertEquals(
                List.of("local state " + directory.resolve("3_0")
                        + " cannot be read (Corruption: a); rebuilding it from its changelog"),
                done);
        assertTrue(Files.exists(directory.resolve("1_0")));
    }

    @Test
    void aFileOfOffsetsThatIsNoneIsStateThatCannotBeRead() {
        ProcessorStateException failure = new ProcessorStateException(
                "Error migrating checkpoint file for task '0_1'", new NumberFormatException("\"?\""));
        assertEquals(1, local.setAside(failure).size());
    }

    @Test
    void aCopyThatIsUnreadableAgainAfterItWasRebuiltStopsWithOneLine() throws IOException {
        local.setAside(doesNotOpen("1_0", "Corruption: a"));
        Files.createDirectories(directory.resolve("1_0"));
        LocalStateFailedException failed = assertThrows(
                LocalStateFailedException.class, () -> local.setAside(doesNotOpen("1_0", "Corruption:\n b")));
        assertEquals(
                "local state " + directory.resolve("1_0")
                        + " cannot be read, though it was rebuilt a moment ago: Corruption:; b",
                failed.getMessage());
    }

    @Test
    void aCopyThatIsDamagedAgainMuchLaterIsRebuiltAgain() throws IOException {
        local.setAside(doesNotOpen("1_0", "Corruption: a"));
        Files.createDirectories(directory.resolve("1_0"));
        now = now.plus(Duration.ofDays(30));
        assertEquals(1, local.setAside(doesNotOpen("1_0", "Corruption: b")).size());
    }

    @Test
    void aCopyIsKeptWhileTheChangelogsThatItWasMadeOfAreThere() throws IOException {
        Changelogs ours = new Changelogs(List.of("s A"), true, Set.of("s A", "x X"));
        Changelogs others = new Changelogs(List.of("s B"), true, Set.of("s B"));
        assertFalse(keeps(ours), "nobody knows of what it is");
        assertTrue(keeps(ours));
        assertTrue(
                keeps(new Changelogs(List.of("t T"), false, Set.of("s A", "t T"))), "of a topology with another store");
        assertFalse(keeps(others));
        assertFalse(keeps(ours), "made in between of others");
        assertFalse(keeps(new Changelogs(List.of(), false, Set.of("x X"))), "topics were deleted");
        assertFalse(keeps(ours), "made before they were there");
        Files.writeString(directory.resolve("changelogs"), "");
        assertFalse(keeps(ours), "of an empty file nobody knows");
    }

    /** A start with these changelogs; then there is a copy again. */
    private boolean keeps(Changelogs changelogs) throws IOException {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("events", Materialized.as("s"));
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "application.id", directory.getFileName().toString(),
                "state.dir", directory.resolveSibling("").toString(),
                "bootstrap.servers", "127.0.0.1:1"));
        Path copy = directory.resolve("0_1");
        try (KafkaStreams streams = new KafkaStreams(builder.build(), properties)) {
            local.deleteUnlessOf(() -> changelogs, streams);
        }
        boolean isKept = Files.exists(copy);
        Files.createDirectories(copy.resolve("rocksdb"));
        return isKept;
    }

    @Test
    void aFullDiskIsNamedAndNothingIsSetAside() {
        ProcessorStateException full = doesNotOpen("1_0", "While appending to file: 12.sst: No space left on device");
        String said = String.valueOf(assertThrows(LocalStateFailedException.class, () -> local.setAside(full))
                .getMessage());
        assertTrue(said.startsWith("disk full: " + directory + " ("), said);
        assertTrue(said.endsWith(" bytes free), needed for the local state"), said);
        assertTrue(Files.exists(directory.resolve("1_0")));
    }

    @Test
    void whatIsWrongWithTheMachineOrWithUsIsNotMendedByAnotherCopy() {
        List<RuntimeException> others = List.of(
                doesNotOpen("1_0", "While open a file: 4.sst: Too many open files"),
                new StreamsException(new IllegalStateException("a bug in task 1_0")),
                new ProcessorStateException("Failed to flush cache", new IllegalStateException("a bug")));
        others.forEach(failure -> assertEquals(List.of(), local.setAside(failure)));
    }

    private ProcessorStateException doesNotOpen(String task, String why) {
        return new ProcessorStateException(
                "Error opening store jobs at location "
                        + directory.resolve(task).resolve("rocksdb/jobs"),
                new RocksDBException(why));
    }
}
