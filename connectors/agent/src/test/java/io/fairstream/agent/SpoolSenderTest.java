package io.fairstream.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set up before each test
class SpoolSenderTest {
    private static final String TOPIC = "fairstream.session-deltas";
    private static final Serde<SessionDelta> VALUES = Topics.SESSION_DELTAS.serde(new InMemorySchemaRegistry());

    @TempDir
    private Path directory;

    private Spool spool;
    private SpoolSender sender;
    private final List<String> messages = new ArrayList<>();
    private final List<SessionDelta> arrived = new ArrayList<>();
    private boolean isAway;
    private int failAfter = Integer.MAX_VALUE;

    /** Kafka's own stand-in for a cluster; it fails from a given record on. */
    private final class Cluster extends MockProducer<String, SessionDelta> {
        private Cluster() {
            super(false, null, new StringSerializer(), VALUES.serializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<String, SessionDelta> record) {
            var promise = super.send(record);
            if (failAfter-- > 0) {
                arrived.add(record.value());
                assertEquals("tux/n7", record.key());
                assertEquals(TOPIC, record.topic());
                completeNext();
            } else {
                errorNext(new TimeoutException("no answer"));
            }
            return promise;
        }
    }

    @BeforeEach
    void setUp() throws IOException {
        spool = new Spool(directory, 1 << 20);
        sender = new SpoolSender(spool, TOPIC, this::connect, messages::add);
    }

    @AfterEach
    void tearDown() throws IOException {
        sender.close();
        spool.close();
    }

    private Producer<String, SessionDelta> connect() {
        if (isAway) {
            throw new KafkaException("no answer from Kafka");
        }
        return new Cluster();
    }

    private void put(long... sequences) throws IOException {
        for (long sequence : sequences) {
            spool.put(Snapshots.snapshot(sequence));
        }
    }

    private List<Long> sequences() {
        return arrived.stream().map(SessionDelta::getSequence).toList();
    }

    @Test
    void sendsWhatWaitsInItsOrderAndRemovesIt() throws IOException {
        put(2, 0, 1);
        assertTrue(sender.deliver());
        assertEquals(List.of(0L, 0L, 1L, 1L, 2L, 2L), sequences());
        assertEquals(List.of(), spool.waiting());
        assertEquals(3, sender.sent());
        assertEquals(List.of(), messages);
    }

    @Test
    void whileTheClusterIsAwayEverythingWaits() throws IOException {
        isAway = true;
        put(0);
        assertFalse(sender.deliver());
        put(1);
        assertFalse(sender.deliver());
        assertEquals(1, messages.size(), "told once: " + messages);
        isAway = false;
        assertTrue(sender.deliver());
        assertEquals(List.of(0L, 0L, 1L, 1L), sequences());
        assertEquals("sending again", messages.get(1));
    }

    @Test
    void aSnapshotOfWhichAPartDidNotArriveIsSentAgainWhole() throws IOException {
        put(0, 1, 2);
        failAfter = 3;
        assertFalse(sender.deliver());
        assertEquals(List.of(0L, 0L, 1L), sequences());
        assertEquals(2, spool.waiting().size());
        failAfter = Integer.MAX_VALUE;
        assertTrue(sender.deliver());
        assertEquals(List.of(0L, 0L, 1L, 1L, 1L, 2L, 2L), sequences());
        assertEquals(3, sender.sent());
    }

    @Test
    void manySnapshotsGoInTheirOrder() throws IOException {
        put(LongStream.range(0, 200).toArray());
        assertTrue(sender.deliver());
        assertEquals(sequences().stream().sorted().toList(), sequences());
        assertEquals(400, arrived.size());
    }

    @Test
    void aDamagedSnapshotIsDroppedAndDoesNotHoldUpTheRest() throws IOException {
        put(0, 1);
        Files.writeString(directory.resolve(spool.waiting().get(0)), "x");
        assertTrue(sender.deliver());
        assertEquals(List.of(1L, 1L), sequences());
        assertEquals(1, spool.dropped());
        assertTrue(messages.get(0).contains("dropped"), messages.toString());
    }

    @Test
    void aStopSendsWhatWaits() throws IOException {
        put(0);
        sender.close();
        assertEquals(List.of(0L, 0L), sequences());
    }
}
