package io.fairstream.simulation.check;

import io.fairstream.query.audit.Audit;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Laws that hold after every single run: the books balance, and every number in every row is finite. */
public final class Laws {
    private Laws() {}

    /** Returns the laws that do not hold, a line each. */
    public static List<String> broken(SimulatedRecords records) {
        List<String> broken = new ArrayList<>();
        try {
            Audit.of(records).checks().stream()
                    .filter(check -> !check.holds())
                    .forEach(check -> broken.add("audit: " + check.name() + ": " + check.detail()));
        } catch (IllegalStateException e) {
            broken.add("audit: " + e);
        }
        Set<Topic<?>> inputs = Set.copyOf(Topics.inputs());
        Topics.all().stream()
                .filter(topic -> !inputs.contains(topic) && !topic.isRaw())
                .forEach(topic -> records.read(topic, row -> requireFinite(topic.name(), row.value(), broken)));
        requireReasons(records, broken);
        requireOnce(records, broken);
        return broken;
    }

    /** A record without a key is refused for that, wherever it travelled before. */
    private static void requireReasons(SimulatedRecords records, List<String> broken) {
        Set<String> keyless = new HashSet<>();
        for (Topic<?> topic : Topics.inputs()) {
            records.raw(topic, record -> {
                if (record.key() == null) {
                    keyless.add(record.topic() + "/" + record.partition() + "/" + record.offset());
                }
            });
        }
        records.read(Topics.REJECTIONS, row -> {
            Rejection refused = Objects.requireNonNull(row.value());
            String place = refused.getTopic() + "/" + refused.getPartition() + "/" + refused.getOffset();
            boolean saysNoKey = refused.getReason() == RejectionReason.NO_KEY;
            boolean saysNoValue = refused.getReason() == RejectionReason.NO_VALUE;
            if (keyless.contains(place) ? !saysNoKey && !saysNoValue : saysNoKey) {
                broken.add("rejections: " + place + ": " + refused.getReason() + " (key: "
                        + (keyless.contains(place) ? "none)" : "one)"));
            }
        });
    }

    /** A record is refused once, also if the state that does so was read again. */
    private static void requireOnce(SimulatedRecords records, List<String> broken) {
        Set<String> places = new HashSet<>();
        records.read(Topics.REJECTIONS, row -> {
            Rejection refused = Objects.requireNonNull(row.value());
            String place = refused.getTopic() + "/" + refused.getPartition() + "/" + refused.getOffset();
            if (!places.add(place)) {
                broken.add("rejections: " + place + ": " + refused.getReason() + ", refused before");
            }
        });
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
