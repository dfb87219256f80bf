package io.fairstream.streams.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.balance.BalanceAccount.ChargeUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ConfigMigrationTest {
    private record Values(int rows, double factor, String domain, List<String> groups, Map<String, Double> of) {}

    private record Renamed(int rows, double weight, String domain, List<String> groups, Map<String, Double> of) {}

    private record Kind(ChargeUnit by) {}

    private record Unknown(Object value) {}

    /** The note of a release must mean the same in the next: the digest is a layout. */
    @Test
    void aDigestStaysAsItIs() {
        assertEquals(
                "30bc",
                digest(new Values(1, 2.5, "pool.org", List.of("a", "b"), Map.of("a", 1.0)))
                        .substring(0, 4));
    }

    @Test
    void aDigestDependsOnNamesAndValuesOnly() {
        Map<String, Double> inOtherOrder = new LinkedHashMap<>();
        inOtherOrder.put("b", 2.0);
        inOtherOrder.put("a", 1.0);
        assertEquals(
                digest(new Values(1, 2.5, "x", List.of("a"), Map.of("a", 1.0, "b", 2.0))),
                digest(new Values(1, 2.5, "x", List.of("a"), inOtherOrder)));
        Set<String> all = new TreeSet<>();
        List<Record> different = List.of(
                new Values(1, 2.5, "x", List.of("a"), Map.of()),
                new Renamed(1, 2.5, "x", List.of("a"), Map.of()),
                new Values(2, 2.5, "x", List.of("a"), Map.of()),
                new Values(1, 2.25, "x", List.of("a"), Map.of()),
                new Values(1, 2.5, "y", List.of("a"), Map.of()),
                new Values(1, 2.5, "x", List.of("a", "b"), Map.of()),
                new Values(1, 2.5, "x", List.of(), Map.of("a", 1.0)),
                new Kind(ChargeUnit.SECONDS));
        different.forEach(values -> all.add(digest(values)));
        assertEquals(different.size(), all.size());
    }

    @Test
    void whatHasNoStableTextIsRefused() {
        Record values = new Unknown(new int[0]);
        assertThrows(IllegalArgumentException.class, () -> ConfigMigration.digest(values));
    }

    private static String digest(Record values) {
        return HexFormat.of().formatHex(ConfigMigration.digest(values));
    }
}
