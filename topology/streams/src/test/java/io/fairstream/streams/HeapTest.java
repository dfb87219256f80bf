package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.StateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The share of the state that is on the heap changes no result. */
class HeapTest {
    private static final HeapLimits LARGE = new HeapLimits(10_000, 10_000);
    private static final HeapLimits NOTHING_STAYS = new HeapLimits(0, 10_000);
    private static final HeapLimits TINY = new HeapLimits(1, 1);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theHeapsLimitsChangeNoOutput(long seed) {
        List<SpecificRecord> events = Events.random(seed, 300, 3000);
        List<String> expected = outputs(LARGE, events);
        Lines.assertSame(expected, outputs(NOTHING_STAYS, events), "nothing stays, seed " + seed);
        Lines.assertSame(
                Lines.settled(expected), Lines.settled(outputs(TINY, events)), "written through, seed " + seed);
    }

    private static List<String> outputs(HeapLimits limits, List<SpecificRecord> events) {
        try (Pipeline pipeline = new Pipeline(Pipeline.config(Duration.ZERO, limits))) {
            events.forEach(event -> Events.send(pipeline, event));
            return pipeline.everything();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    void anInstanceGoesOnFromTheStateThatAnotherKept(long seed, @TempDir Path before, @TempDir Path after) {
        List<SpecificRecord> events = Events.random(seed, 300, 3000);
        List<String> expected;
        try (Pipeline undisturbed = new Pipeline()) {
            events.subList(0, 200).forEach(event -> Events.send(undisturbed, event));
            undisturbed.everything();
            events.subList(200, 300).forEach(event -> Events.send(undisturbed, event));
            expected = undisturbed.everything();
        }
        Pipeline abandoned = new Pipeline(Pipeline.config(Duration.ZERO), Pipeline.SERDE_CONFIG, before);
        events.subList(0, 200).forEach(event -> Events.send(abandoned, event));
        abandoned.driver().getAllStateStores().values().forEach(StateStore::close);
        copy(before, after);
        try (Pipeline second = new Pipeline(Pipeline.config(Duration.ZERO), Pipeline.SERDE_CONFIG, after)) {
            events.subList(200, 300).forEach(event -> Events.send(second, event));
            Lines.assertSame(
                    expected.stream().map(HeapTest::withoutOffset).toList(),
                    second.everything().stream().map(HeapTest::withoutOffset).toList(),
                    "seed " + seed);
        }
    }

    /** A new driver counts offsets from 0. */
    private static String withoutOffset(String line) {
        return line.replaceAll("\"offset\":\\d+", "\"offset\":0");
    }

    /** A driver removes its directory when it is closed. */
    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aKeyThatWasEvictedIsReadAgain() {
        try (Pipeline pipeline = new Pipeline(Pipeline.config(Duration.ZERO, TINY))) {
            pipeline.matched("slot1", "alice", 1, 0).matched("slot2", "bob", 1, 10);
            pipeline.unmatched("slot1", 60).unmatched("slot2", 60);
            Map<String, Priority> rows = pipeline.table(Topics.PRIORITIES);
            assertEquals(
                    List.of(60.0, 50.0),
                    Stream.of("alice", "bob")
                            .map(name -> Objects.requireNonNull(rows.get(name)).getAccumulatedUsage())
                            .toList());
        }
    }
}
