package io.fairstream.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    private static final long ROOM = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @Test
    void whatWasPutIsThereInItsOrderAfterACrash() throws IOException {
        try (Spool spool = new Spool(directory, ROOM)) {
            for (long sequence = 8; sequence < 12; sequence++) {
                spool.put(Snapshots.snapshot(sequence));
            }
        }
        Files.writeString(directory.resolve("unfinished"), "half a snaps");
        try (Spool spool = new Spool(directory, ROOM)) {
            List<String> names = spool.waiting();
            assertEquals(4, names.size());
            assertEquals(Snapshots.snapshot(8), spool.read(names.get(0)));
            assertEquals(Snapshots.snapshot(11), spool.read(names.get(3)));
            spool.put(Snapshots.snapshot(12));
            assertEquals(Snapshots.snapshot(12), spool.read(spool.waiting().get(4)));
        }
    }

    @Test
    void snapshotsThatWaitAreForTheirOwnerOnly() throws IOException {
        Path own = directory.resolve("spool");
        try (Spool spool = new Spool(own, ROOM)) {
            spool.put(Snapshots.snapshot(0));
            String name = spool.waiting().get(0);
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own)));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own.resolve(name))));
        }
    }

    @Test
    void whatIsRemovedIsGone() throws IOException {
        try (Spool spool = new Spool(directory, ROOM)) {
            spool.put(Snapshots.snapshot(0));
            String name = spool.waiting().get(0);
            spool.remove(name);
            assertEquals(0, spool.bytes());
            assertNull(spool.read(name));
            assertEquals(0, spool.dropped());
        }
        try (Spool spool = new Spool(directory, ROOM)) {
            assertEquals(List.of(), spool.waiting());
        }
    }

    @Test
    void ofMoreThanFitTheOldestAreDroppedAndCounted() throws IOException {
        long size;
        try (Spool spool = new Spool(directory.resolve("one"), ROOM)) {
            spool.put(Snapshots.snapshot(0));
            size = spool.bytes();
        }
        try (Spool spool = new Spool(directory.resolve("two"), 3 * size + size / 2)) {
            for (long sequence = 0; sequence < 9; sequence++) {
                spool.put(Snapshots.snapshot(sequence));
                assertTrue(spool.bytes() <= 3 * size + size / 2);
            }
            assertEquals(6, spool.dropped());
            assertEquals(Snapshots.snapshot(6), spool.read(spool.waiting().get(0)));
        }
        try (Spool spool = new Spool(directory.resolve("three"), size / 2)) {
            spool.put(Snapshots.snapshot(0));
            assertEquals(1, spool.dropped());
            assertEquals(List.of(), spool.waiting());
        }
    }

    @Test
    void aDamagedFileIsTold() throws IOException {
        try (Spool spool = new Spool(directory, ROOM)) {
            spool.put(Snapshots.snapshot(0));
            String name = spool.waiting().get(0);
            Files.writeString(directory.resolve(name), "not zipped");
            assertThrows(Spool.DamagedException.class, () -> spool.read(name));
        }
    }

    @Test
    void oneAgentAtATime() throws IOException {
        try (Spool spool = new Spool(directory, ROOM)) {
            IOException refused = assertThrows(IOException.class, () -> new Spool(directory, ROOM));
            assertEquals(
                    spool.directory() + ": another agent uses this directory (expected: one agent)",
                    refused.getMessage());
        }
    }
}
