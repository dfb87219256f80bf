package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.signing.Signatures;
import io.fairstream.rules.signing.Signatures.Mode;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.SignerKey;
import io.fairstream.schemas.Tally;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.json.PlainJson;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.signing.RecordWriter;
import io.fairstream.schemas.signing.SignedBy;
import io.fairstream.schemas.signing.SigningKey;
import io.fairstream.streams.stage.Accounting;
import io.fairstream.streams.state.HeapLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that are not signed, or not by who may write them. */
class SignaturesTest {
    private static final Signatures REQUIRED = new Signatures(Mode.REQUIRE, Set.of());
    private static final Instant START = Pipeline.START;
    private static final String UNKNOWN = "expected: the id of a key";
    private static final String NOT_BY = "signature: not by";

    private static final SigningKey SCHEDULER = SigningKey.generate();
    private static final SigningKey NODE = SigningKey.generate();
    private static final SigningKey ADMINISTRATOR = SigningKey.generate();
    private static final SigningKey REVOKED = SigningKey.generate();
    private static final SigningKey EXPIRED = SigningKey.generate();
    private static final SigningKey EARLY = SigningKey.generate();
    private static final SigningKey STRANGER = SigningKey.generate();

    /** A record that must be refused, and what the refusal says. */
    private record Bad(
            ProducerRecord<byte[], byte[]> record, RejectionReason reason, String says, boolean isTakenBack) {}

    private static Pipeline pipeline(Signatures signatures, boolean isRepartitioned) {
        Accounting accounting = Pipeline.accounting(
                Topic.DEFAULT_PREFIX, Duration.ZERO, isRepartitioned, 1, new HeapLimits(50_000, 1000));
        Pipeline pipeline = new Pipeline(accounting, signatures);
        know(pipeline, SCHEDULER, "slurm", "\"topics\":[\"matches\",\"job-events\"]");
        know(pipeline, NODE, "n17", "\"topics\":[\"session-deltas\"],\"keys\":[\"c/n17\"]");
        know(pipeline, ADMINISTRATOR, "root", "\"topics\":[\"shares\",\"projects\"]");
        know(pipeline, REVOKED, "old", "\"topics\":[\"matches\"],\"revoked\":\"" + START + "\"");
        know(pipeline, EXPIRED, "past", "\"topics\":[\"matches\"],\"until\":\"" + START + "\"");
        know(pipeline, EARLY, "next", "\"topics\":[\"matches\"],\"from\":\"" + START.plusSeconds(1) + "\"");
        return pipeline;
    }

    private static void know(Pipeline pipeline, SigningKey key, String signer, String rest) {
        String json = String.format(
                "{\"signer\":\"%s\",\"publicKey\":\"%s\",%s}",
                signer, key.verifying().base64(), rest);
        pipeline.send(Topics.KEYS, key.verifying().id(), PlainJson.read(SignerKey.class, json));
    }

    private static <V extends SpecificRecord> ProducerRecord<byte[], byte[]> signed(
            @Nullable SigningKey by, Topic<V> topic, String key, @Nullable V value) {
        Serializer<V> values = topic.serde(SchemaRegistries.from(Pipeline.WIRE)).serializer();
        return new RecordWriter<>(topic, Topic.DEFAULT_PREFIX, values, Optional.ofNullable(by)).record(key, value);
    }

    private static ProducerRecord<byte[], byte[]> match(@Nullable SigningKey by, String resource) {
        return signed(by, Topics.MATCHES, resource, new MatchEvent(resource, "", START, new Matched("alice", 1.0, "")));
    }

    private static ProducerRecord<byte[], byte[]> snapshot(@Nullable SigningKey by, String node, int sequence) {
        String json = String.format(
                "{\"cluster\":\"c\",\"node\":\"%s\",\"incarnation\":\"boot\",\"sequence\":%d,\"parts\":1,\"session\":-1,\"kind\":\"IDLE\","
                        + "\"from\":\"%s\",\"to\":\"%s\",\"userCpuMicros\":16000000,\"nodeProcessors\":16}",
                node, sequence, START.plusSeconds(sequence - 1), START.plusSeconds(sequence));
        return signed(by, Topics.SESSION_DELTAS, "c/" + node, PlainJson.read(SessionDelta.class, json));
    }

    private static ProducerRecord<byte[], byte[]> job(@Nullable SigningKey by, int number) {
        String json = String.format(
                "{\"cluster\":\"c\",\"jobId\":%d,\"at\":\"%s\",\"state\":\"RUNNING\",\"user\":\"bob\",\"userId\":7,\"groups\":[\"g\"],"
                        + "\"processors\":1}",
                number, START);
        return signed(by, Topics.JOB_EVENTS, "c/" + number, PlainJson.read(JobEvent.class, json));
    }

    private static ProducerRecord<byte[], byte[]> with(
            ProducerRecord<byte[], byte[]> record, byte[] key, byte @Nullable [] value) {
        return new ProducerRecord<>(record.topic(), null, null, key, value, record.headers());
    }

    private static ProducerRecord<byte[], byte[]> withHeadersOf(
            ProducerRecord<byte[], byte[]> record, ProducerRecord<byte[], byte[]> other) {
        return new ProducerRecord<>(record.topic(), null, null, record.key(), record.value(), other.headers());
    }

    private static Bad bad(ProducerRecord<byte[], byte[]> record, String says) {
        return new Bad(record, RejectionReason.WRONG_SIGNER, says, record.value() == null);
    }

    private static Bad unsigned(ProducerRecord<byte[], byte[]> record) {
        return new Bad(record, RejectionReason.UNSIGNED, "signature: none", record.value() == null);
    }

    /** One of fifteen kinds. */
    private static Bad bad(int i, Random random) {
        String slot = "bad" + i;
        return switch (i % 15) {
            case 0 -> unsigned(match(null, slot));
            case 1 -> unsigned(snapshot(null, "n17", i + 10));
            case 2 -> bad(match(STRANGER, slot), UNKNOWN);
            case 3 -> bad(snapshot(NODE, "n18", i), "key: \"c/n18\"");
            case 4 -> bad(match(NODE, slot), "topic: matches");
            case 5 -> bad(match(REVOKED, slot), "revoked");
            case 6 -> bad(match(EXPIRED, slot), "before " + START);
            case 7 -> bad(match(EARLY, slot), "not before");
            case 8 -> bad(withHeadersOf(match(null, slot), match(SCHEDULER, "good" + i)), NOT_BY);
            case 9 ->
                bad(
                        with(
                                match(SCHEDULER, slot),
                                match(null, slot).key(),
                                match(null, "other").value()),
                        NOT_BY);
            case 10 ->
                bad(
                        with(
                                match(SCHEDULER, slot),
                                "elsewhere".getBytes(StandardCharsets.UTF_8),
                                match(null, slot).value()),
                        NOT_BY);
            case 11 -> bad(inAnotherTopic(i), NOT_BY);
            case 12 -> bad(altered(match(SCHEDULER, slot), random), NOT_BY);
            case 13 -> unsigned(signed(null, Topics.SHARES, "root", null));
            default -> bad(signed(SCHEDULER, Topics.PROJECTS, slot, project(slot)), "topic: projects");
        };
    }

    private static Project project(String name) {
        return PlainJson.read(
                Project.class,
                "{\"project\":\"" + name
                        + "\",\"url\":\"https://p.example.org/\",\"share\":2,\"versions\":[{\"platform\":\"linux\"}]}");
    }

    /** The very bytes of a job event, signed as one of {@code matches}. */
    private static ProducerRecord<byte[], byte[]> inAnotherTopic(int i) {
        ProducerRecord<byte[], byte[]> event = job(null, i + 1);
        Serializer<byte[]> asIs = (topic, bytes) -> bytes;
        return withHeadersOf(
                event,
                new RecordWriter<>(Topics.MATCHES, Topic.DEFAULT_PREFIX, asIs, Optional.of(SCHEDULER))
                        .record("c/" + (i + 1), event.value()));
    }

    private static ProducerRecord<byte[], byte[]> altered(ProducerRecord<byte[], byte[]> record, Random random) {
        byte[] signature = record.headers().lastHeader(SignedBy.SIGNATURE).value();
        signature[random.nextInt(signature.length)] ^= (byte) (1 << random.nextInt(8));
        return record;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noneOfTenThousandBadRecordsIsAppliedAndAllGoodOnesAre(boolean isRepartitioned) {
        Random random = new Random(17);
        Map<String, Integer> rejected = new TreeMap<>();
        try (Pipeline pipeline = pipeline(REQUIRED, isRepartitioned)) {
            for (int i = 0; i < 10_000; i++) {
                Bad bad = bad(i, random);
                pipeline.send(bad.record(), START);
                List<Rejection> rejections = pipeline.values(Topics.REJECTIONS);
                assertEquals(1, rejections.size(), "record " + i);
                Rejection rejection = rejections.get(0);
                assertEquals(bad.reason(), rejection.getReason(), rejection::toString);
                assertTrue(rejection.getDetail().contains(bad.says()), rejection::toString);
                assertEquals(bad.isTakenBack(), rejection.getOriginal().isEmpty());
                rejected.merge(rejection.getTopic(), 1, Integer::sum);
                if (i % 10 == 0) {
                    int n = i / 10;
                    pipeline.send(match(SCHEDULER, "good" + n), START);
                    pipeline.send(job(SCHEDULER, 1_000_000 + n), START);
                    pipeline.send(snapshot(NODE, "n17", n + 1), START.plusSeconds(n + 1));
                }
            }
            pipeline.send(signed(ADMINISTRATOR, Topics.PROJECTS, "good", project("good")), START);
            assertEquals(List.of(), pipeline.values(Topics.REJECTIONS));
            assertEquals(
                    List.of(),
                    pipeline.driver()
                            .createOutputTopic(
                                    Topics.DEAD_LETTERS.in(Topic.DEFAULT_PREFIX),
                                    new StringDeserializer(),
                                    new ByteArrayDeserializer())
                            .readValuesToList());
            assertOnlyGoodIsApplied(pipeline, rejected);
        }
    }

    private static void assertOnlyGoodIsApplied(Pipeline pipeline, Map<String, Integer> rejected) {
        Map<String, Long> applied = new HashMap<>();
        Map<String, Integer> refused = new TreeMap<>();
        for (Tally tally : pipeline.table(Topics.TALLIES).values()) {
            applied.merge(tally.getTopic(), tally.getApplied(), Long::sum);
            if (tally.getRejected() > 0) {
                refused.merge(tally.getTopic(), (int) tally.getRejected(), Integer::sum);
            }
        }
        assertEquals(rejected, refused);
        assertEquals(
                10_000, refused.values().stream().mapToInt(Integer::intValue).sum());
        assertEquals(1000, applied.get("fairstream.matches"));
        assertEquals(1000, applied.get("fairstream.job-events"));
        assertEquals(1000, applied.get("fairstream.session-deltas"));
        assertEquals(1, applied.get("fairstream.projects"));
        Set<String> held = pipeline.table(Topics.OPEN_MATCHES).keySet();
        assertEquals(1000, held.size());
        assertTrue(held.stream().allMatch(resource -> resource.startsWith("good")), held::toString);
        assertEquals(1000, pipeline.table(Topics.JOBS).size());
        assertEquals(Set.of("c/n17"), pipeline.table(Topics.NODES).keySet());
        assertEquals(1000.0, pipeline.row(Topics.PRIORITIES, "alice").getWeightInUse());
    }

    @Test
    void whatWasSignedBeforeAKeyWasRevokedIsBelievedWheneverItIsRead() {
        try (Pipeline pipeline = pipeline(REQUIRED, false)) {
            pipeline.send(match(REVOKED, "slot1"), START.minusMillis(1));
            pipeline.send(match(REVOKED, "slot2"), START);
            pipeline.send(match(EXPIRED, "slot3"), START.minusMillis(1));
            pipeline.send(match(EARLY, "slot4"), START.plusSeconds(1));
            assertEquals(1, pipeline.values(Topics.REJECTIONS).size());
            assertEquals(
                    Set.of("slot1", "slot3", "slot4"),
                    pipeline.table(Topics.OPEN_MATCHES).keySet());
        }
    }

    @Test
    void aKeyIsGoodFromTheMomentThatItStandsThereUntilItIsTakenAway() {
        try (Pipeline pipeline = pipeline(REQUIRED, false)) {
            pipeline.send(match(STRANGER, "slot1"), START);
            know(pipeline, STRANGER, "slurm", "\"topics\":[\"matches\"]");
            pipeline.send(match(STRANGER, "slot2"), START);
            pipeline.send(Topics.KEYS, STRANGER.verifying().id(), null);
            pipeline.send(match(STRANGER, "slot3"), START);
            assertEquals(Set.of("slot2"), pipeline.table(Topics.OPEN_MATCHES).keySet());
            assertEquals(2, pipeline.values(Topics.REJECTIONS).size());
        }
    }

    @Test
    void aRowOfAnotherKeyOrOfNoneIsNoKey() {
        try (Pipeline pipeline = pipeline(REQUIRED, false)) {
            String json = "{\"signer\":\"x\",\"publicKey\":\""
                    + SCHEDULER.verifying().base64() + "\",\"topics\":[\"matches\"]}";
            pipeline.send(Topics.KEYS, STRANGER.verifying().id(), PlainJson.read(SignerKey.class, json));
            pipeline.send(match(STRANGER, "slot1"), START);
            pipeline.sendBytes(Topics.KEYS, STRANGER.verifying().id(), new byte[] {7});
            pipeline.sendBytes(Topics.KEYS, null, new byte[] {7});
            pipeline.send(match(STRANGER, "slot1"), START);
            assertEquals(2, pipeline.values(Topics.REJECTIONS).size());
            pipeline.send(match(SCHEDULER, "slot1"), START);
            assertEquals(Set.of("slot1"), pipeline.table(Topics.OPEN_MATCHES).keySet());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSiteMigratesTopicByTopic(boolean isRepartitioned) {
        Signatures some = new Signatures(Mode.REQUIRE, Set.of("session-deltas"));
        for (Signatures each : List.of(new Signatures(Mode.ACCEPT, Set.of()), some)) {
            try (Pipeline pipeline = pipeline(each, isRepartitioned)) {
                pipeline.send(match(null, "slot1"), START);
                pipeline.send(match(STRANGER, "slot2"), START);
                pipeline.send(match(SCHEDULER, "slot3"), START);
                pipeline.send(snapshot(null, "n18", 1), START.plusSeconds(1));
                assertEquals(
                        Set.of("slot1", "slot3"),
                        pipeline.table(Topics.OPEN_MATCHES).keySet());
                assertEquals(
                        each.equals(some) ? 2 : 1,
                        pipeline.values(Topics.REJECTIONS).size());
            }
        }
    }

    @Test
    void recordsOfOneSnapshotAreSignedTogether() {
        List<RecordWriter.Entry<ShareNode>> entries = new ArrayList<>();
        for (String path : List.of("root", "root/a", "root/b", "root/c", "root/d")) {
            entries.add(new RecordWriter.Entry<>(
                    path,
                    PlainJson.read(ShareNode.class, "{\"path\":\"" + path + "\",\"kind\":\"BANK\",\"shares\":1}")));
        }
        Serializer<ShareNode> values =
                Topics.SHARES.serde(SchemaRegistries.from(Pipeline.WIRE)).serializer();
        try (Pipeline pipeline = pipeline(REQUIRED, false)) {
            new RecordWriter<>(Topics.SHARES, Topic.DEFAULT_PREFIX, values, Optional.of(ADMINISTRATOR))
                    .records(entries)
                    .forEach(record -> pipeline.send(record, START));
            assertEquals(List.of(), pipeline.values(Topics.REJECTIONS));
            assertEquals(5, pipeline.table(Topics.ASSOCIATION_USAGE).size());
        }
    }

    @Test
    void withSignaturesOffNobodyLooks() {
        try (Pipeline pipeline = new Pipeline()) {
            pipeline.send(match(STRANGER, "slot1"), START).send(match(null, "slot2"), START);
            assertEquals(2, pipeline.table(Topics.OPEN_MATCHES).size());
            assertTrue(Objects.isNull(pipeline.driver().getKeyValueStore("signer-keys")));
        }
    }
}
