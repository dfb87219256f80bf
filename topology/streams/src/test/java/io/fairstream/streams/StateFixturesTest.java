package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.streams.assign.AssignmentProcessor;
import io.fairstream.streams.assign.LatestTable.LatestCodec;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.StateCodec.StateVersion;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.TopologyDescription;
import org.junit.jupiter.api.Test;

/**
 * State lies on disks and in changelogs as the files under {@code state} have it: {@code state/1/STORE.txt} is what the fixed events leave in
 * a store in the layouts of {@link StateVersion#NOW}.
 *
 * <p>If a layout must change after a release: raise {@link StateVersion}, keep the former files under the former number, read both, and
 * write the new files with {@code -Dgolden.write=true}. A new quantity is such a change: arrays of amounts become longer. The codecs read
 * the shorter ones without more code.
 */
class StateFixturesTest {
    private static final Comparator<String> AS_SENT = Comparator.comparing(line -> line.split("\t", 4)[2]);
    private static final Duration SOON = Duration.ofMillis(100);

    private static final Pattern OFFSET = Pattern.compile("\"offset\":\\d+");

    private static final TopologyConfig NOW = FrozenTopologyTest.config(1000);
    private static final Map<TopologyConfig, Outcome> OUTCOMES = new HashMap<>();

    /**
     * The result of the events without a restart.
     *
     * @param kept by store, before the last events
     * @param afterwards what is written about the last events
     */
    private record Outcome(Map<String, List<KeptState>> kept, List<String> afterwards) {}

    @Test
    void everyStoreHasItsStateInAFileAndAllItsLayoutsAreInUse() {
        Map<String, List<KeptState>> folded = outcome(NOW).kept();
        assertEquals(stores(), folded.keySet());
        folded.forEach((store, kept) -> {
            assertFalse(kept.isEmpty(), store);
            assertTrue(kept.stream().anyMatch(one -> one.kind() == KeptState.Kind.STATE), store);
        });
        Set<String> paged = folded.entrySet().stream()
                .filter(store -> store.getValue().stream().anyMatch(one -> one.kind() == KeptState.Kind.PAGE))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        assertEquals(
                Set.of(
                        "match-ledger",
                        "job-ledger",
                        "priority-account",
                        "association-account",
                        "budget-account",
                        "daily-account"),
                paged);
    }

    @Test
    void eventsLeaveTheStateOfToday() {
        outcome(NOW).kept().forEach((store, kept) -> Golden.assertSame(file(store), KeptState.lines(kept)));
    }

    @Test
    void stateOfTodayIsReadAndWrittenAgain() {
        for (String store : stores()) {
            List<KeptState> kept = fixture(store);
            assertSame(kept, rewritten(kept, codec(store, NOW), codec(store, NOW)), store);
        }
    }

    @Test
    void whatFollowsOnTheStateOfTodayIsWhatWouldHaveFollowedAnyway() {
        List<String> expected = outcome(NOW).afterwards();
        assertTrue(expected.size() > 30, expected::toString);
        Path directory = Pipeline.stateDirectory();
        for (String store : stores()) {
            Changelog changelog = new Changelog(store);
            fixture(store).forEach(one -> one.addTo(changelog));
            changelog.restore(directory);
        }
        try (Pipeline pipeline = new Pipeline(NOW, Pipeline.SERDE_CONFIG, directory)) {
            pipeline.driver().advanceWallClockTime(SOON);
            Lines.assertSame(expected, afterwards(pipeline), "state " + StateVersion.NOW);
        }
    }

    /** Offsets begin anew with a driver. */
    private static List<String> afterwards(Pipeline pipeline) {
        pipeline.everything();
        lines("state/afterwards.tsv").forEach(line -> FrozenTopologyTest.send(pipeline, line));
        return pipeline.everything().stream()
                .map(line -> OFFSET.matcher(line).replaceAll("\"offset\":0"))
                .toList();
    }

    private static Outcome outcome(TopologyConfig config) {
        return OUTCOMES.computeIfAbsent(config, StateFixturesTest::fold);
    }

    private static Outcome fold(TopologyConfig config) {
        try (Pipeline pipeline = new Pipeline(config)) {
            pipeline.driver().advanceWallClockTime(SOON);
            Stream.concat(lines("frozen/events.tsv").stream(), lines("state/events.tsv").stream())
                    .sorted(AS_SENT)
                    .forEach(line -> FrozenTopologyTest.send(pipeline, line));
            Map<String, List<KeptState>> kept = new TreeMap<>();
            for (String store : stores()) {
                Changelog changelog = new Changelog(store);
                changelog.read(pipeline.driver());
                kept.put(store, KeptState.of(changelog));
            }
            return new Outcome(kept, afterwards(pipeline));
        }
    }

    private static Set<String> stores() {
        return Pipeline.topology(NOW).describe().subtopologies().stream()
                .flatMap(part -> part.nodes().stream())
                .filter(TopologyDescription.Processor.class::isInstance)
                .flatMap(node -> ((TopologyDescription.Processor) node).stores().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static StateCodec<?, ?> codec(String store, TopologyConfig config) {
        return switch (store) {
            case AssignmentProcessor.NAME + "-projects" -> new LatestCodec<>(AssignmentProcessor.PROJECT);
            case AssignmentProcessor.NAME + "-preferences" -> new LatestCodec<>(AssignmentProcessor.PREFERENCES);
            case AssignmentProcessor.NAME + "-balances" -> new LatestCodec<>(UsageFormat.BALANCE);
            default ->
                AccountingTopology.stages(config).stream()
                        .filter(stage -> stage.name().equals(store))
                        .findFirst()
                        .orElseThrow()
                        .create()
                        .apply(config)
                        .codec();
        };
    }

    @SuppressWarnings("unchecked") // both are of the same store
    private static <S, P> List<KeptState> rewritten(
            List<KeptState> all, StateCodec<?, ?> reading, StateCodec<?, ?> writing) {
        StateCodec<S, P> from = (StateCodec<S, P>) reading;
        StateCodec<S, P> to = (StateCodec<S, P>) writing;
        return all.stream()
                .map(one -> switch (one.kind()) {
                    case NOTE -> one;
                    case STATE -> one.rewritten(bytes -> to.write(from.read(one.key(), bytes)));
                    case PAGE -> one.rewritten(bytes -> to.writePage(from.readPage(one.key(), bytes)));
                })
                .toList();
    }

    private static void assertSame(List<KeptState> expected, List<KeptState> actual, String what) {
        Lines.assertSame(
                expected.stream().map(KeptState::line).toList(),
                actual.stream().map(KeptState::line).toList(),
                what);
    }

    private static List<KeptState> fixture(String store) {
        return lines(file(store)).stream().map(KeptState::of).toList();
    }

    private static String file(String store) {
        return "state/" + StateVersion.NOW + "/" + store + ".txt";
    }

    private static List<String> lines(String file) {
        try (InputStream in = StateFixturesTest.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new AssertionError(file + ": not there");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
