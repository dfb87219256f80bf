package io.fairstream.query.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Settings;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in memory that follow their topics, each test under a prefix of its own. Values are a customer's name in UTF-8. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class LiveTablesTest {
    private static final Instant AT = Instant.parse("2026-03-02T08:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final AtomicInteger REFUSALS = new AtomicInteger();
    private static final Semaphore GATE = new Semaphore(0);

    private static EmbeddedCluster cluster;
    private static KafkaProducer<String, byte[]> producer;

    private final Settings settings = settings("test" + NUMBER.incrementAndGet() + ".");
    private volatile boolean isAway;
    private final LiveTables tables = new LiveTables(settings, PATIENCE, () -> isAway);

    /**
     * Reads names; "?" cannot be read, for "!" there is a schema that cannot be had now, which "%" says as other deserializers do, ">" waits
     * for it, "#" is a defect.
     */
    public static final class Names implements Deserializer<OpenMatch> {
        @Override
        public OpenMatch deserialize(String topic, byte[] data) {
            String customer = new String(data, StandardCharsets.UTF_8);
            if (customer.startsWith("?")) {
                throw customer.equals("?") ? new SerializationException(customer) : new IllegalStateException(customer);
            }
            if (customer.startsWith("!") && REFUSALS.getAndDecrement() > 0) {
                throw new RegistryException(RegistryException.UNREACHABLE, "no answer from the schema registry");
            }
            if (customer.startsWith("%") && REFUSALS.getAndDecrement() > 0) {
                throw new SerializationException(customer, new ConnectException("Connection refused"));
            }
            if (customer.startsWith(">")) {
                GATE.acquireUninterruptibly();
            }
            if (customer.startsWith("#")) {
                throw new NoClassDefFoundError(customer);
            }
            return new OpenMatch("slot", "", customer, 1.0, AT, "");
        }
    }

    @BeforeAll
    static void start() {
        cluster = EmbeddedCluster.startTemporary();
        Map<String, Object> properties = cluster.clientProperties();
        properties.remove("schema.registry.url");
        producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    @AfterAll
    static void stop() {
        producer.close();
        cluster.close();
    }

    @AfterEach
    void close() {
        tables.close();
    }

    private static Settings settings(String prefix) {
        Map<String, String> entries = new HashMap<>(cluster.settings());
        entries.put("topic.prefix", prefix);
        entries.put("value.deserializer", Names.class.getName());
        return Settings.parseForCluster(entries);
    }

    private String name(Topic<?> topic) {
        return topic.in(settings.topicPrefix());
    }

    private void create(Topic<?>... topics) {
        for (Topic<?> topic : topics) {
            cluster.createTopics(2, name(topic));
        }
    }

    private void send(Topic<?> topic, String key, @Nullable String customer) {
        byte[] value = customer == null ? null : customer.getBytes(StandardCharsets.UTF_8);
        var unused = producer.send(new ProducerRecord<>(name(topic), key, value));
        producer.flush();
    }

    private Map<String, String> customers() {
        Map<String, String> customers = new TreeMap<>();
        tables.rows(Topics.OPEN_MATCHES).orElseThrow().forEach(row -> customers.put(row.key(), customer(row)));
        return customers;
    }

    private static String customer(Row<OpenMatch> row) {
        OpenMatch match = row.value();
        return match == null ? "a tombstone" : match.getCustomer();
    }

    private void awaitCustomers(Map<String, String> expected) throws InterruptedException {
        await(() -> customers().equals(expected));
        assertEquals(expected, customers());
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
    }

    @Test
    void rowsAreThoseOfTheTopicAndFollowIt() throws InterruptedException {
        create(Topics.OPEN_MATCHES);
        for (int i = 0; i < 20; i++) {
            send(Topics.OPEN_MATCHES, "slot" + i % 5, "customer" + i);
        }
        assertEquals(
                Map.of(
                        "slot0", "customer15",
                        "slot1", "customer16",
                        "slot2", "customer17",
                        "slot3", "customer18",
                        "slot4", "customer19"),
                customers(),
                "all that stood there when it was first asked for");
        for (int i = 1; i < 5; i++) {
            send(Topics.OPEN_MATCHES, "slot" + i, null);
        }
        awaitCustomers(Map.of("slot0", "customer15"));
        send(Topics.OPEN_MATCHES, "slot3", "back");
        awaitCustomers(Map.of("slot0", "customer15", "slot3", "back"));
    }

    @Test
    void anEmptyTopicHasNoRows() {
        create(Topics.OPEN_MATCHES);
        assertEquals(Map.of(), customers());
    }

    @Test
    void whatHasNotChangedIsTheSameRowsAndVersion() throws InterruptedException {
        create(Topics.OPEN_MATCHES);
        send(Topics.OPEN_MATCHES, "slot1", "alice");
        Collection<Row<OpenMatch>> before = tables.rows(Topics.OPEN_MATCHES).orElseThrow();
        long version = tables.version(Topics.OPEN_MATCHES);
        Thread.sleep(200);
        assertSame(before, tables.rows(Topics.OPEN_MATCHES).orElseThrow());
        assertEquals(version, tables.version(Topics.OPEN_MATCHES));
        send(Topics.OPEN_MATCHES, "slot1", "alice");
        await(() -> tables.version(Topics.OPEN_MATCHES) != version);
        assertNotEquals(version, tables.version(Topics.OPEN_MATCHES), "who writes a row again has said something");
        assertEquals(1, before.size());
    }

    @Test
    void valuesThatNobodyCanReadArePassedOver() throws InterruptedException {
        create(Topics.OPEN_MATCHES);
        send(Topics.OPEN_MATCHES, "slot1", "alice");
        send(Topics.OPEN_MATCHES, "slot1", "?");
        send(Topics.OPEN_MATCHES, "slot2", "?!");
        send(Topics.OPEN_MATCHES, "slot3", "carol");
        assertEquals(Map.of("slot1", "alice", "slot3", "carol"), customers());
        send(Topics.OPEN_MATCHES, "slot2", "bob");
        awaitCustomers(Map.of("slot1", "alice", "slot2", "bob", "slot3", "carol"));
    }

    /** Found waiting: the console did not answer at all while a registry did not. */
    @Test
    void readersDoNotWaitForASchema() throws InterruptedException {
        create(Topics.OPEN_MATCHES);
        send(Topics.OPEN_MATCHES, "slot1", "alice");
        awaitCustomers(Map.of("slot1", "alice"));
        send(Topics.OPEN_MATCHES, "slot1", ">bob");
        await(GATE::hasQueuedThreads);
        assertEquals(Map.of("slot1", "alice"), customers());
        GATE.release();
        awaitCustomers(Map.of("slot1", ">bob"));
    }

    /** Found looking current: rows that nobody read any more. */
    @Test
    void afterADefectNoRowsAreShownAsCurrent() throws InterruptedException {
        create(Topics.OPEN_MATCHES);
        send(Topics.OPEN_MATCHES, "slot1", "alice");
        awaitCustomers(Map.of("slot1", "alice"));
        long version = tables.version(Topics.OPEN_MATCHES);
        send(Topics.OPEN_MATCHES, "slot1", "#");
        await(() -> tables.version(Topics.OPEN_MATCHES) != version);
        assertThrows(IllegalStateException.class, this::customers);
    }

    /** Found missing: what had been read with it was lost. */
    @ParameterizedTest
    @ValueSource(strings = {"!", "%"})
    void noRowIsLostWhileTheRegistryIsAway(String away) throws InterruptedException {
        create(Topics.OPEN_MATCHES, Topics.HOSTS);
        send(Topics.OPEN_MATCHES, "slot0", "alice");
        awaitCustomers(Map.of("slot0", "alice"));
        assertEquals(0, tables.rows(Topics.HOSTS).orElseThrow().size());
        REFUSALS.set(1);
        Map<String, String> expected = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            String customer = (i == 7 ? away : "") + "customer" + i;
            expected.put("slot" + i, customer);
            var unused = producer.send(new ProducerRecord<>(
                    name(Topics.OPEN_MATCHES), "slot" + i, customer.getBytes(StandardCharsets.UTF_8)));
        }
        producer.flush();
        awaitCustomers(expected);
        assertTrue(REFUSALS.get() <= 0, "the registry was away for once");
    }

    @Test
    void aTopicThatIsMissingIsNamedAndReadOnceItIsThere() throws InterruptedException {
        create(Topics.HOSTS);
        Failure missing = assertThrows(Failure.class, () -> tables.rows(Topics.OPEN_MATCHES));
        assertEquals(
                "missing topics: " + name(Topics.OPEN_MATCHES) + " (create them: topics create)", missing.getMessage());
        assertEquals(0, tables.rows(Topics.HOSTS).orElseThrow().size(), "the others are there");
        create(Topics.OPEN_MATCHES);
        send(Topics.OPEN_MATCHES, "slot1", "alice");
        await(this::isThere);
        awaitCustomers(Map.of("slot1", "alice"));
    }

    private boolean isThere() {
        try {
            return tables.rows(Topics.OPEN_MATCHES).isPresent();
        } catch (Failure stillMissing) {
            return false;
        }
    }

    @Test
    void ofAJournalOnlyItsEndIsKnownAndOnlyIfSomebodyReadsIt() throws InterruptedException {
        create(Topics.CHARGES, Topics.REJECTIONS);
        assertTrue(tables.rows(Topics.CHARGES).isEmpty());
        assertEquals(0, tables.version(Topics.CHARGES));
        tables.reads(Topics.CHARGES);
        for (String account : List.of("a", "b", "c")) {
            send(Topics.CHARGES, account, "?");
            send(Topics.REJECTIONS, account, "?");
        }
        await(() -> tables.version(Topics.CHARGES) == 3);
        assertEquals(3, tables.version(Topics.CHARGES));
        assertEquals(0, tables.version(Topics.REJECTIONS));
        tables.reads(Topics.CHARGES);
        assertEquals(3, tables.version(Topics.CHARGES), "who reads it again changes nothing");
    }

    @Test
    void aTableIsNotCompleteBeforeItsEndIsKnown() {
        LiveTable<OpenMatch> table = new LiveTable<>(Topics.OPEN_MATCHES, new Names());
        table.look(partition -> 0);
        assertFalse(table.complete().isDone());
        table.begin(Map.of());
        table.look(partition -> 0);
        assertTrue(table.complete().isDone());
    }

    @Test
    void nobodyWaitsForAClusterThatIsAway() {
        Map<String, String> entries = new HashMap<>(cluster.settings());
        entries.put("bootstrap.servers", "127.0.0.1:1");
        Settings nowhere = Settings.parseForCluster(entries);
        long begin = System.nanoTime();
        try (LiveTables away = new LiveTables(nowhere, PATIENCE, () -> true)) {
            assertThrows(UnavailableException.class, () -> away.rows(Topics.OPEN_MATCHES));
            assertTrue(System.nanoTime() - begin < PATIENCE.toNanos() / 3);
        }
        try (LiveTables silent = new LiveTables(nowhere, Duration.ofSeconds(1), () -> false)) {
            UnavailableException late =
                    assertThrows(UnavailableException.class, () -> silent.rows(Topics.OPEN_MATCHES));
            assertEquals(
                    "open-matches: not read completely after 1 s (expected: a Kafka that answers)",
                    String.valueOf(late.getMessage()).replace("fairstream.", ""));
        }
    }
}
