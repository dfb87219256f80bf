package io.fairstream.streams.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class QuantityFieldsTest {
    private static List<String> inOrder(Schema schema, List<String> fields) {
        return schema.getFields().stream()
                .map(Schema.Field::name)
                .filter(fields::contains)
                .toList();
    }

    private static void assertTogether(Schema schema, List<String> fields) {
        assertEquals(fields, inOrder(schema, fields), schema.getName());
        int first = schema.getField(fields.get(0)).pos();
        int last = schema.getField(fields.get(fields.size() - 1)).pos();
        assertEquals(
                fields.size() - 1, last - first, schema.getName() + ": fields that are no quantities between them");
    }

    @Test
    void everyQuantityHasItsFieldInItsPlaceInEveryRecord() {
        List<String> fields = Quantity.ALL.stream().map(Quantity::field).toList();
        Stream.of(Usage.getClassSchema(), JobAccounting.getClassSchema(), UserAccounting.getClassSchema())
                .forEach(schema -> assertTogether(schema, fields));
        assertTogether(
                SessionDelta.getClassSchema(),
                Quantity.BESIDES_CPU.stream().map(Quantity::field).toList());
        assertTogether(
                UserAccounting.getClassSchema(),
                Quantity.SUMS.stream().map(Quantity::decayedField).toList());
    }

    @Test
    void everyFieldNamesItsUnitAtTheEnd() {
        for (Quantity quantity : Quantity.ALL) {
            assertTrue(quantity.field().endsWith(quantity.unit().ending()), quantity::field);
        }
    }

    @Test
    void aRecordSaysOfEachQuantityWhatItsFieldSays() {
        Usage.Builder usage =
                Usage.newBuilder().setFrom(Instant.EPOCH).setTo(Instant.EPOCH).setRealMemoryHighwaterKiB(3);
        Amounts said = QuantityFields.of(usage.setCpuTimeUsedMicros(7).build());
        assertEquals(Amounts.of(Quantity.CPU_USED, 7).with(Quantity.REAL_HIGHWATER, 3), said);
    }
}
