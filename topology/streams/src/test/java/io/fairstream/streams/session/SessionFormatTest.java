package io.fairstream.streams.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.session.NodeTime;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.FastAvroWritersTest;
import io.fairstream.streams.avro.Values;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

/** The session ledger's formats read and write by hand the same bytes as Avro. */
class SessionFormatTest {
    private static final int ROUNDS = 400;

    private final SessionValues ours = new SessionValues(20231114);
    private final Values values = new Values(20231115);

    @Test
    void deltasAreReadAsAvroReadsThem() throws IOException {
        var format = SessionStage.SESSION_DELTA;
        for (int i = 0; i < ROUNDS; i++) {
            SessionDelta record = values.record(SessionDelta.class);
            assertEquals(delta(record), format.read(new AvroIn(AvroRecords.of(record), 0)));
        }
    }

    @Test
    void deltasReadByHandAreWrittenAsTheyWere() throws IOException {
        var format = SessionStage.SESSION_DELTA;
        for (int i = 0; i < ROUNDS; i++) {
            SessionDelta record = values.record(SessionDelta.class);
            byte[] avro = AvroRecords.of(record);
            assertArrayEquals(
                    avro, FastAvroWritersTest.written(format, format.read(new AvroIn(avro, 0))), record::toString);
        }
    }

    @Test
    void bytesCutOffAnywhereAreNoDelta() throws IOException {
        for (int i = 0; i < 50; i++) {
            byte[] whole = AvroRecords.of(values.record(SessionDelta.class));
            for (int length = 0; length < whole.length; length++) {
                AvroIn cut = new AvroIn(Arrays.copyOf(whole, length), 0);
                assertThrows(SerializationException.class, () -> SessionStage.SESSION_DELTA.read(cut));
            }
        }
    }

    @Test
    void nodesAreWrittenAsAvroWritesThem() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            SessionValues.Kept row = ours.row();
            assertArrayEquals(
                    AvroRecords.of(node(row)),
                    FastAvroWritersTest.written(SessionStage.NODES.format(), row.row()),
                    row::toString);
        }
    }

    private static io.fairstream.rules.session.SessionDelta delta(SessionDelta record) {
        return new io.fairstream.rules.session.SessionDelta(
                record.getCluster(),
                record.getNode(),
                record.getIncarnation(),
                record.getSequence(),
                record.getParts(),
                record.getSession(),
                io.fairstream.rules.session.SessionDelta.SessionKind.valueOf(
                        record.getKind().name()),
                record.getJobId(),
                record.getUserId(),
                record.getUser(),
                record.getFrom().toEpochMilli(),
                record.getTo().toEpochMilli(),
                record.getUserCpuMicros(),
                record.getSystemCpuMicros(),
                Amounts.of(quantity -> quantity == Quantity.CPU_USED
                        ? 0
                        : (Long) record.get(
                                record.getSchema().getField(quantity.field()).pos())),
                record.getNodeProcessors(),
                record.getNodeEnergyMillijoules());
    }

    private static Node node(SessionValues.Kept row) {
        NodeTime time = row.time();
        return Node.newBuilder()
                .setCluster(row.key().substring(0, 4))
                .setNode(row.key().substring(5))
                .setProcessors(time.processors())
                .setSessionsMicros(time.sessionsMicros())
                .setSystemMicros(time.systemMicros())
                .setIdleMicros(time.idleMicros())
                .setDownMicros(time.downMicros())
                .setCapacityMicros(time.capacityMicros())
                .setCoveredFrom(Instant.ofEpochMilli(time.coveredFrom()))
                .setCoveredUntil(Instant.ofEpochMilli(time.coveredUntil()))
                .setSilenceMicros(row.silenceMicros())
                .build();
    }
}
