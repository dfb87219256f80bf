package io.fairstream.simulation.check;

import io.fairstream.reports.audit.Audit;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** What must hold after every run by itself: the books balance, and no row holds a number that is not finite. */
public final class Laws {
    private Laws() {}

    /** What does not hold, a line each. */
    public static List<String> broken(SimulatedRecords records) {
        List<String> broken = new ArrayList<>();
        Audit.of(records).checks().stream()
                .filter(check -> !check.holds())
                .forEach(check -> broken.add("audit: " + check.name() + ": " + check.detail()));
        Set<Topic<?>> inputs = Set.copyOf(Topics.inputs());
        Topics.all().stream()
                .filter(topic -> !inputs.contains(topic) && !topic.isRaw())
                .forEach(topic -> records.read(topic, row -> requireFinite(topic.name(), row.value(), broken)));
        return broken;
    }

    private static void requireFinite(String where, @Nullable Object value, List<String> broken) {
        if (value instanceof Double number && !Double.isFinite(number)) {
            broken.add(where + ": " + number + " (expected: finite)");
        } else if (value instanceof SpecificRecord record) {
            for (Schema.Field field : record.getSchema().getFields()) {
                requireFinite(where + "." + field.name(), record.get(field.pos()), broken);
            }
        } else if (value instanceof List<?> list) {
            list.forEach(each -> requireFinite(where, each, broken));
        }
    }
}
