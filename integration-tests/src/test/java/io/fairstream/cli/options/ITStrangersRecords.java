package io.fairstream.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.RecordSender;
import io.fairstream.it.commands.LocalFairstream;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.RandomRecords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Records that strangers wrote into every topic of a pool at work: values that the topology refuses, and bytes that nobody can read. No
 * command that reads ends by a mistake of its own. {@code -Dreaders.seed} tries others, {@code -Dreaders.records} more.
 */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITStrangersRecords {
    private static final long SEED = Long.getLong("readers.seed", 1);
    private static final int ROWS = Math.max(
            1, Integer.getInteger("readers.records", 3_000) / Topics.all().size());
    private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
    private static final List<String> KEYS =
            List.of("alice@example.org", "root/physics/alice", "einstein", "tux/101", "", "a/", "\0");

    /** With what strangers wrote books may not balance, parts may not add up, and rows may be of later instants: these say so. */
    private static final List<String> REFUSING = List.of("audit", "explain", "negotiate", "shares what-if");

    private static LocalFairstream fairstream;

    @BeforeAll
    static void write() throws Exception {
        fairstream = LocalFairstream.start(Map.of("partitions", "2", "node.silence", "P3650D"));
        done("shares", "load", EXAMPLES.resolve("tux.cfg").toString());
        done("replay", EXAMPLES.resolve("tux.sacct").toString(), "--format", "sacct", "--zone", "UTC");
        for (String topic : List.of("matches", "account-edits=edits", "allocations", "host-reports")) {
            String[] words = topic.split("=", -1);
            done(
                    "produce",
                    words[0],
                    EXAMPLES.resolve(words[words.length - 1] + ".jsonl").toString());
        }
        for (Topic<?> topic : Topics.all()) {
            topic.schema().ifPresent(schema -> write(topic, schema));
        }
        fairstream.awaitCaughtUp();
    }

    private static void done(String... command) throws InterruptedException {
        Console console = fairstream.run(command);
        assertEquals(0, console.exitCode(), console.toString());
        fairstream.awaitCaughtUp();
    }

    @SuppressWarnings("unchecked") // a record of the topic's schema is a value of it
    private static <V> void write(Topic<V> topic, Schema schema) {
        long seed = SEED + topic.name().hashCode();
        Random random = new Random(seed);
        RandomRecords extreme = RandomRecords.extreme(seed);
        RandomRecords usual = new RandomRecords(seed);
        try (RecordSender<SpecificRecord> sender =
                ValueFormat.sender(fairstream.settings(), (Topic<SpecificRecord>) topic)) {
            for (int i = 0; i < ROWS; i++) {
                RandomRecords records = random.nextBoolean() ? extreme : usual;
                sender.send(KEYS.get(random.nextInt(KEYS.size())) + i % 9, (SpecificRecord) records.next(schema));
            }
            sender.flush();
        }
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                fairstream.settings().producer(), new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                sent.add(producer.send(
                        new ProducerRecord<>(topic.in(Topic.DEFAULT_PREFIX), bytes(9, random), bytes(99, random))));
            }
            producer.flush();
            assertTrue(sent.stream().allMatch(Future::isDone));
        }
    }

    private static byte[] bytes(int most, Random random) {
        byte[] bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    @TestFactory
    Stream<DynamicTest> noCommandEndsByAMistake() {
        return Stream.concat(
                        ITShows.READING.stream().filter(command -> !command.contains(" alice")),
                        Stream.of(
                                "userprio --matches alice@example.org",
                                "userprio --history alice@example.org",
                                "userprio --all-users",
                                "explain alice@example.org --at 2026-01-06T08:00:00Z",
                                "explain root/physics/alice",
                                "explain einstein --by host",
                                "table charges",
                                "table priorities --at 9999-12-31T23:59:59.999Z",
                                "table user-accounting --at 9999-12-31T23:59:59.999Z",
                                "table association-usage --at 9999-12-31T23:59:59.999Z",
                                "table job-accounting --at 9999-12-31T23:59:59.999Z",
                                "table nodes --at 9999-12-31T23:59:59.999Z",
                                "table balances --at 9999-12-31T23:59:59.999Z",
                                "report usage --periods",
                                "report usage --by bank --tree --start 2026-01-01 --end 2026-01-09",
                                "report daily --scope project",
                                "report leaders --days 7",
                                "report work --by user",
                                "publish sacct --start 2026-01-01",
                                "status"))
                .map(command -> DynamicTest.dynamicTest(command, () -> check(command)));
    }

    @Test
    void rowsThatHaveNoValueAtAnyInstantAreLeftOutWithAWarning() {
        Console console = fairstream.run("table", "priorities", "--at", "9999-12-31T23:59:59.999Z");
        assertTrue(
                console.err().get(0).startsWith("priorities: invalid rows are left out"),
                console.err().toString());
        assertTrue(console.out().stream().anyMatch(line -> line.startsWith("alice@example.org ")));
    }

    private static void check(String command) {
        Console console = fairstream.run((command + " --debug").split(" ", -1));
        boolean mayRefuse = REFUSING.stream().anyMatch(command::startsWith);
        List<String> mistakes = console.err().stream()
                .filter(line -> line.startsWith("fairstream: "))
                .filter(line -> line.contains("--debug shows where") || (!mayRefuse && console.exitCode() != 0))
                .toList();
        assertEquals(List.of(), mistakes, () -> String.join("\n", console.err()));
    }
}
