package io.fairstream.relations;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** All tables: one for each topic of the catalogue whose values are records. */
public final class Relations {
    /** Column with the time of the event that a row describes. */
    static final String EVENT_TIME = "event_time";

    private static final Map<Topic<?>, String> TIMES = Map.of(
            Topics.MATCHES, "at",
            Topics.JOB_EVENTS, "at",
            Topics.SESSION_DELTAS, "to",
            Topics.HOST_REPORTS, "at",
            Topics.ACCOUNT_EDITS, "at",
            Topics.CHARGES, EVENT_TIME,
            Topics.MATCH_RECORDS, "end",
            Topics.REJECTIONS, "at",
            Topics.DAILY, "day");

    private static final List<Relation> ALL = Topics.all().stream()
            .filter(topic -> !topic.isRaw())
            .map(Relations::relation)
            .toList();

    private Relations() {}

    /** Returns all tables, in the order of the topic catalogue. */
    public static List<Relation> all() {
        return ALL;
    }

    /** Returns the table of that name, ignoring case, with {@code _} or {@code -}; empty if there is none. */
    public static Optional<Relation> named(String name) {
        return ALL.stream()
                .filter(relation -> relation.name().equalsIgnoreCase(name.replace('-', '_')))
                .findFirst();
    }

    public static Relation of(Topic<?> topic) {
        return named(topic.name()).orElseThrow(() -> new IllegalArgumentException(topic.name() + " has no records"));
    }

    private static Relation relation(Topic<?> topic) {
        boolean isJournal = topic.equals(Topics.CHARGES);
        Schema schema = isJournal ? Charge.getClassSchema() : topic.schema().orElseThrow();
        List<Column> columns = new ArrayList<>();
        if (isJournal) {
            columns.add(new Column(
                    EVENT_TIME,
                    SqlType.TIMESTAMPTZ,
                    false,
                    "",
                    "When it was: at, of an interval its end, of what is known by the day only its begin.",
                    charge -> eventTime((Charge) charge.value())));
        }
        columns.addAll(Flattened.columns(schema));
        columns.addAll(places(topic, isJournal));
        return new Relation(
                topic.name().replace('-', '_'),
                topic,
                Objects.requireNonNull(schema.getDoc()),
                key(topic, isJournal),
                Optional.ofNullable(TIMES.get(topic)),
                columns);
    }

    private static List<String> key(Topic<?> topic, boolean isJournal) {
        if (topic.cleanup() == Topic.Cleanup.COMPACT) {
            return List.of("kafka_key");
        }
        return isJournal
                ? List.of("kafka_partition", "kafka_offset", "kafka_index")
                : List.of("kafka_partition", "kafka_offset");
    }

    private static List<Column> places(Topic<?> topic, boolean isJournal) {
        boolean mayLackKey = topic.cleanup() != Topic.Cleanup.COMPACT;
        List<Column> places = new ArrayList<>();
        places.add(new Column("kafka_key", SqlType.TEXT, mayLackKey, "", "Key of the Kafka record.", Source::key));
        places.add(new Column(
                "kafka_partition", SqlType.INTEGER, false, "", "Partition of the Kafka record.", Source::partition));
        places.add(
                new Column("kafka_offset", SqlType.BIGINT, false, "", "Offset of the Kafka record.", Source::offset));
        if (isJournal) {
            places.add(new Column(
                    "kafka_index",
                    SqlType.INTEGER,
                    false,
                    "",
                    "Position of the charge in the block that the Kafka record is, from 0.",
                    Source::index));
        }
        return places;
    }

    private static @Nullable Instant eventTime(Charge charge) {
        IndexedRecord entry = (IndexedRecord) charge.getEntry();
        for (String name : List.of("at", "to", "day")) {
            Schema.Field field = entry.getSchema().getField(name);
            Object time = field == null ? null : entry.get(field.pos());
            if (time instanceof Instant at) {
                return at;
            }
            if (time != null) {
                LocalDate day = Flattened.day((String) time);
                return day == null ? null : day.atStartOfDay(ZoneOffset.UTC).toInstant();
            }
        }
        throw new IllegalArgumentException(entry + " has no time");
    }
}
