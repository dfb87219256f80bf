package io.fairstream.query.records;

import io.fairstream.app.EventCheck;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.Bounds;
import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.AccountingAt.UserAccountingAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.SubtreeUsage;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes valid records from those that only a foreign program writes. In topics written by others, the valid
 * records are those that the topology accepts. In topics that the topology writes, their numbers are finite, their
 * times are of the years 1 to 9999, their days exist, and they have a value at their own instant.
 */
final class SoundRecords {
    /** Topics in which the topology repeats rejected records. */
    private static final Set<Topic<?>> OF_REFUSED = Set.of(Topics.REJECTIONS, Topics.DEAD_LETTERS);

    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.ofEpochMilli(Bounds.LATEST);

    private final Settings settings;
    private @Nullable EventCheck check;

    SoundRecords(Settings settings) {
        this.settings = settings;
    }

    /** Returns true if a value of the topic is valid for computation. */
    boolean holds(Topic<?> topic, @Nullable Object value) {
        if (OF_REFUSED.contains(topic) || !(value instanceof SpecificRecord record)) {
            return true;
        }
        return Topics.inputs().contains(topic)
                ? check().refusal(topic, record).isEmpty()
                : isSound(record) && hasValue(record);
    }

    /** Returns true if the row can be evaluated in the way readers do it. */
    private static boolean hasValue(SpecificRecord record) {
        try {
            if (record instanceof Priority row) {
                PriorityAt.evaluate(row, row.getAsOf());
                requireName(row);
            } else if (record instanceof UserAccounting row) {
                UserAccountingAt.evaluate(row, row.getAsOf());
            } else if (record instanceof JobAccounting row) {
                JobAccountingAt.evaluate(row, row.getAsOf());
            } else if (record instanceof AssociationUsage row) {
                AssociationUsageAt.evaluate(row, row.getAsOf());
            } else if (record instanceof Balance row) {
                AvroRecords.value(UsageFormat.BALANCE, row);
            } else if (record instanceof Job row) {
                return isIn(row.getUrgency(), Bounds.URGENCY) && isIn(row.getTimeLimitMinutes(), Bounds.MINUTES);
            }
            return true;
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException | KafkaException e) {
            return false;
        }
    }

    private static void requireName(Priority row) {
        if (row.getGroup() && !row.getCustomer().equals(Groups.ROOT)) {
            String name = row.getCustomer();
            List<String> around = new ArrayList<>(List.of(name));
            for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
                around.add(name.substring(0, dot));
            }
            Groups.of(around);
        }
    }

    private static boolean isIn(@Nullable Number value, long most) {
        return value == null || (value.longValue() >= 0 && value.longValue() <= most);
    }

    private synchronized EventCheck check() {
        EventCheck known = check == null ? new EventCheck(settings) : check;
        check = known;
        return known;
    }

    private static boolean isSound(IndexedRecord record) {
        if ((record instanceof RateChange change && !Bounds.isWeight(change.getWeight()))
                || (record instanceof SubtreeUsage subtree && !(Math.abs(subtree.getWeight()) <= Bounds.SUM))) {
            return false;
        }
        List<Schema.Field> fields = record.getSchema().getFields();
        for (int i = 0; i < fields.size(); i++) {
            Object value = record.get(i);
            if (value != null && !isSound(fields.get(i).name(), value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSound(String field, Object value) {
        if (value instanceof Double number) {
            return Double.isFinite(number) && (number > 0 || !field.equals("halfLifeSeconds"));
        }
        if (value instanceof Instant time) {
            return !time.isBefore(EARLIEST) && !time.isAfter(LATEST);
        }
        if (value instanceof IndexedRecord record) {
            return isSound(record);
        }
        if (value instanceof List<?> list) {
            return list.stream().allMatch(each -> each != null && isSound(field, each));
        }
        return !field.equals("day") || !(value instanceof String text) || isDay(text);
    }

    private static boolean isDay(String text) {
        try {
            return LocalDate.parse(text).getYear() > 0;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
