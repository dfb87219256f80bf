package io.fairstream.streams.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.streams.avro.AvroOut;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConfigMigrationTest {
    private record Values(int rows, double factor, String domain, List<String> groups, SortedMap<String, Double> of) {}

    private record Kind(ChargeUnit by) {}

    private record Unknown(Object value) {}

    /** The note of a release must mean the same in the next. */
    @Test
    void valuesAreWrittenAsTheyWere() {
        assertEquals(
                "02" + "0000000000000440" + "10" + "706f6f6c2e6f7267" + "04" + "0261" + "0262" + "00" + "02" + "0261"
                        + "000000000000f03f" + "00",
                written(new Values(1, 2.5, "pool.org", List.of("a", "b"), new TreeMap<>(Map.of("a", 1.0)))));
    }

    @Test
    void eachValueCounts() {
        SortedMap<String, Double> none = new TreeMap<>();
        List<Record> different = List.of(
                new Values(1, 2.5, "x", List.of("a"), none),
                new Values(2, 2.5, "x", List.of("a"), none),
                new Values(1, 2.25, "x", List.of("a"), none),
                new Values(1, 2.5, "y", List.of("a"), none),
                new Values(1, 2.5, "x", List.of("a", "b"), none),
                new Values(1, 2.5, "x", List.of(), new TreeMap<>(Map.of("a", 1.0))),
                new Kind(ChargeUnit.SECONDS));
        assertEquals(
                different.size(),
                different.stream().map(values -> written(values)).distinct().count());
    }

    @Test
    void whatHasNoFormatIsRefused() {
        Record values = new Unknown(new int[0]);
        assertThrows(IllegalArgumentException.class, () -> written(values));
    }

    private static String written(Record values) {
        AvroOut out = new AvroOut();
        Maintenance.ConfigMigration.write(values, out);
        return HexFormat.of().formatHex(out.toByteArray());
    }
}
