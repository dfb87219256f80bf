package io.fairstream.nemesis;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Sums of the numbers in entries, for what a commit sums up: how many entries there are, and of when, is each run's own. */
final class Summed {
    /** Fields that are not summed: values decayed to the entry's instant, and those that are no amounts. */
    private static final Set<String> NO_SUMS = Set.of("halfLifeSeconds", "smoothUsage", "index");

    private static final String INDEX = "index";

    private Summed() {}

    static void add(Map<String, Double> sums, String name, @Nullable Object value) {
        if (value instanceof Number number) {
            sums.merge(name, number.doubleValue(), Double::sum);
        } else if (value instanceof SpecificRecord record) {
            for (Schema.Field field : record.getSchema().getFields()) {
                if (!NO_SUMS.contains(field.name()) && !field.name().contains("ighwater")) {
                    add(sums, name + "." + field.name(), record.get(field.pos()));
                }
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> add(sums, name + "." + key, each));
        } else if (value instanceof List<?> list) {
            list.forEach(each -> add(sums, name + index(each), each));
        }
    }

    private static String index(@Nullable Object each) {
        return each instanceof SpecificRecord record && record.getSchema().getField(INDEX) != null
                ? "." + record.get(record.getSchema().getField(INDEX).pos())
                : "";
    }
}
