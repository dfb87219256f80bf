package io.fairstream.it.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.hostile.Samples.Sample;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever is sent, the topology goes on, loses nothing, and all numbers are numbers. */
class ITHostileRecords {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final long SEED = 20260304;
    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    /** Two records in each topic, which may come in batches of their own, and three tries for each. */
    private static final int MAX_CALLS_PER_ODD_ID = 2 * 3 * Samples.ALL.size();

    static final List<Topic<?>> READ =
            Samples.ALL.stream().<Topic<?>>map(Sample::topic).toList();
    static final List<Topic<?>> INPUTS = Samples.ALL.stream()
            .filter(Sample::isInput)
            .<Topic<?>>map(Sample::topic)
            .toList();
    /** Rows that nobody but the topology writes. */
    static final List<Topic<?>> ROWS = Topics.all().stream()
            .filter(topic -> !READ.contains(topic) && !topic.isRaw())
            .toList();

    @Test
    void noRecordStopsTheTopologyAndNoneIsLost() throws Exception {
        try (OddRegistry odd = new OddRegistry(CLUSTER.cluster().schemaRegistryUrl())) {
            Site site = CLUSTER.site(
                    "hostile", Map.of("schema.registry.url", odd.url(), "partitions", "2", "threads", "1"));
            SchemaRegistry registry = SchemaRegistries.from(Map.of(SchemaRegistries.URL, odd.url()));
            try (HostileSender sender = new HostileSender(site)) {
                sender.keepAll(READ);
                Random random = new Random(SEED);
                for (Sample sample : Samples.ALL) {
                    new HostileRecords(sample, sender, registry).send(random);
                }
                overflowing(sender, registry);
                flush(sender);
                assertGoesOn(site, sender, registry, "first");
                assertGoesOn(site, sender, registry, "restarted");
                site.deleteState();
                assertGoesOn(site, sender, registry, "restored");
            }
            assertLettersAreSmall(site);
            for (int id : OddRegistry.oddIds()) {
                assertTrue(odd.calls(id) <= MAX_CALLS_PER_ODD_ID, () -> id + " was asked for " + odd.calls(id));
            }
        }
    }

    /** Numbers that are finite and whose sums are not. */
    private static void overflowing(HostileSender sender, SchemaRegistry registry) {
        for (double weight : List.of(1.75e308, 1e308, 1e300)) {
            for (String slot : List.of("a", "b", "c")) {
                String resource = slot + weight;
                sender.send(
                        Topics.MATCHES,
                        Mutations.utf8(resource),
                        bytes(Topics.MATCHES, match(resource, 0, new Matched("eve", weight, "")), registry));
                sender.send(
                        Topics.MATCHES,
                        Mutations.utf8(resource),
                        bytes(Topics.MATCHES, match(resource, 500, new Unmatched("")), registry));
            }
        }
        for (double shares : List.of(0x1p76, 0x1.fp1023, 0x1p1023)) {
            for (String user : List.of("a", "b", "c")) {
                String path = "root/" + user;
                sender.send(
                        Topics.SHARES,
                        Mutations.utf8(path),
                        bytes(Topics.SHARES, new ShareNode(path, ShareKind.USER, shares, true, false), registry));
            }
        }
    }

    private static MatchEvent match(String resource, long seconds, Object change) {
        return new MatchEvent(resource, "", START.plusSeconds(seconds), change);
    }

    private static byte[] bytes(Topic<?> topic, SpecificRecord record, SchemaRegistry registry) {
        return sample(topic).bytes(record, registry);
    }

    static Sample sample(Topic<?> topic) {
        return Samples.ALL.stream()
                .filter(each -> each.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }

    /** Starts it, sends a good record to each input, and stops it. */
    private static void assertGoesOn(Site site, HostileSender sender, SchemaRegistry registry, String name) {
        Law law = new Law(site);
        Map<String, Long> before = new HashMap<>();
        site.whileRunning(Map.of(), () -> {
            site.awaitCaughtUp();
            INPUTS.forEach(input -> before.put(input.name(), law.applied(input)));
            for (Topic<?> input : INPUTS) {
                Sample sample = sample(input);
                SpecificRecord good = sample.record("probe-" + name);
                sender.send(input, sample.keyOf(good), sample.bytes(good, registry));
            }
            flush(sender);
        });
        for (Topic<?> input : INPUTS) {
            assertEquals(
                    Objects.requireNonNull(before.get(input.name())) + 1,
                    law.applied(input),
                    name + ": probe of " + input.name());
        }
        assertTrue(site.table(Topics.PRIORITIES).containsKey("probe-" + name), name);
        assertEquals(List.of(), law.lost(INPUTS, sender), name);
        assertEquals(List.of(), law.infinite(ROWS), name);
    }

    private static void flush(HostileSender sender) {
        try {
            sender.flush();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertLettersAreSmall(Site site) {
        for (ConsumerRecord<String, byte[]> letter : site.records(Topics.DEAD_LETTERS)) {
            int size = Math.max(0, letter.serializedKeySize()) + Math.max(0, letter.serializedValueSize());
            for (Header header : letter.headers()) {
                size += header.key().length() + (header.value() == null ? 0 : header.value().length);
            }
            assertTrue(size < 700_000, letter.topic() + " " + letter.offset());
        }
    }
}
