package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set up before all tests
@Timeout(120)
class ITCaughtUp {
    private static LocalFairstream fairstream;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start();
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    @Test
    void whatWasAbortedIsNotWaitedFor() throws Exception {
        fairstream.produce(
                "matches", directory.resolve("one"), Lines.matched("slot1", "2024-03-01T00:00:00Z", "alice", 1.0));
        try (KafkaProducer<String, byte[]> producer = transaction("aborts")) {
            sendUnreadable(producer);
            producer.abortTransaction();
        }
        fairstream.awaitCaughtUp();
        assertEquals(
                1,
                fairstream
                        .run("table", "charges", "--key", "alice", "--json")
                        .out()
                        .size());
    }

    @Test
    void anOpenTransactionIsWaitedFor() throws Exception {
        try (KafkaProducer<String, byte[]> producer = transaction("stays-open")) {
            sendUnreadable(producer);
            CompletableFuture<Void> caughtUp = CompletableFuture.runAsync(ITCaughtUp::awaitCaughtUp);
            assertThrows(TimeoutException.class, () -> caughtUp.get(1, TimeUnit.SECONDS));
            producer.commitTransaction();
            caughtUp.get(120, TimeUnit.SECONDS);
        }
        assertTrue(fairstream.run("audit").out().get(4).contains("+ 1 dead letters"));
    }

    @Test
    void theTopologysFailureEndsTheWaiting() {
        try (CaughtUp caughtUp = new CaughtUp(fairstream.settings(), ITCaughtUp::fail)) {
            Failure failure = assertThrows(Failure.class, () -> caughtUp.await(CaughtUp.Listener.NONE));
            assertFalse(String.valueOf(failure.getMessage()).isEmpty());
        }
    }

    /** As while it is started again. */
    @Test
    void aTopologyThatIsAwayIsWaitedForByWhoIsPatient() throws Exception {
        try (LocalFairstream own = LocalFairstream.start()) {
            own.produce(
                    "matches", directory.resolve("two"), Lines.matched("slot1", "2024-03-01T00:00:00Z", "bob", 1.0));
            own.stopTopology();
            send(own);
            try (CaughtUp asking = new CaughtUp(own.settings(), () -> {}, null, Duration.ofMillis(1))) {
                Failure failure = assertThrows(Failure.class, () -> asking.await(CaughtUp.Listener.NONE));
                assertTrue(String.valueOf(failure.getMessage()).contains("1 records wait"), failure::toString);
            }
            BlockingQueue<String> said = new LinkedBlockingQueue<>();
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                try (CaughtUp patient = new CaughtUp(own.settings(), () -> {}, said::add, Duration.ofMillis(1))) {
                    patient.await(CaughtUp.Listener.NONE);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertTrue(Objects.requireNonNull(said.poll(120, TimeUnit.SECONDS)).endsWith("Waiting for it"));
            assertFalse(waiting.isDone());
            own.startTopology();
            waiting.get(120, TimeUnit.SECONDS);
            assertTrue(Objects.requireNonNull(said.poll(120, TimeUnit.SECONDS)).endsWith("is running again"));
        }
    }

    private static void send(LocalFairstream own) throws Exception {
        Path file = directory.resolve("three");
        Files.writeString(file, Lines.matched("slot2", "2024-03-01T00:00:00Z", "bob", 1.0));
        assertEquals(
                0, own.run("produce", "matches", file.toString(), "--no-wait").exitCode());
    }

    private static void fail() {
        throw new Failure("the topology stopped");
    }

    private static void awaitCaughtUp() {
        try {
            fairstream.awaitCaughtUp();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KafkaProducer<String, byte[]> transaction(String id) {
        Map<String, Object> properties = new HashMap<>(fairstream.settings().producer());
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        return producer;
    }

    private static void sendUnreadable(KafkaProducer<String, byte[]> producer) throws Exception {
        String topic = Topics.MATCHES.in(fairstream.settings().topicPrefix());
        producer.send(new ProducerRecord<>(topic, "slot2", "garbage".getBytes(StandardCharsets.UTF_8)))
                .get();
    }
}
