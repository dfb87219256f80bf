package io.fairstream.streams.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.fairstream.schemas.HostReport;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.FastAvroWritersTest;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.Values;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The formats of hosts' reports read and write by hand the same bytes as Avro. */
class HostReportFormatTest {
    private static final int ROUNDS = 400;

    private final Values values = new Values(20231115);

    @Test
    void reportsReadByHandAreWrittenAsTheyWere() throws IOException {
        Format<io.fairstream.rules.host.HostReport> format = HostStage.HOST_REPORT;
        for (int i = 0; i < ROUNDS; i++) {
            HostReport record = values.record(HostReport.class);
            byte[] avro = AvroRecords.of(record);
            assertArrayEquals(
                    avro, FastAvroWritersTest.written(format, format.read(new AvroIn(avro, 0))), record::toString);
        }
    }
}
