package io.fairstream.query.audit;

import io.fairstream.client.InputTopic;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.Refusals;
import io.fairstream.query.tables.RefusedTopic;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Header;

/**
 * Check that no input was lost. Each record in the log of every input topic was applied, a duplicate, without effect,
 * rejected, buffered until its snapshot is complete, or sent to the dead letters.
 */
final class InputReconciliation {
    private static final String ORIGIN_HEADER = "__streams.errors.topic";

    private final TopicRecords reader;
    private final List<InputCounts> allCounts;
    private final AcceptedGaps accepted;
    private final Set<Place> rejected = new HashSet<>();

    /** Number of rejections by topic. A topic that was made again has the same offsets once more. */
    private final Map<String, Long> rejections = new HashMap<>();

    /** Parts of snapshots that were refused as a whole, perhaps after a part had waited. */
    private final Set<Place> refusedSnapshots = new HashSet<>();

    private final Map<String, Long> deadLetters = new HashMap<>();
    private final Refusals refusals = new Refusals();

    /** Position of an input record. */
    record Place(String topic, int partition, long offset) {}

    InputReconciliation(TopicRecords reader) {
        this.reader = reader;
        allCounts = reader.latest(Topics.INPUT_COUNTS);
        accepted = new AcceptedGaps(reader);
        reader.read(Topics.REJECTIONS, this::rejection);
        reader.read(Topics.DEAD_LETTERS, this::deadLetter);
    }

    private void rejection(Row<Rejection> row) {
        refusals.add(row);
        Rejection rejection = row.value();
        if (rejection != null) {
            Place place = new Place(rejection.getTopic(), rejection.getPartition(), rejection.getOffset());
            rejections.merge(rejection.getTopic(), 1L, Long::sum);
            rejected.add(place);
            if (rejection.getReason().name().startsWith("SNAPSHOT_")) {
                refusedSnapshots.add(place);
            }
        }
    }

    private void deadLetter(Row<byte[]> row) {
        refusals.addUnreadable(row);
        Header origin = row.headers().lastHeader(ORIGIN_HEADER);
        String topic = origin == null ? "" : new String(origin.value(), StandardCharsets.UTF_8);
        deadLetters.merge(topic, 1L, Long::sum);
    }

    private boolean isRejected(Place place) {
        return rejected.contains(place);
    }

    boolean isDeadLetter(String topic, int partition, long offset) {
        return refusals.isUnreadable(topic, partition, offset);
    }

    /** Reads the accepted records of a topic: neither rejected nor dead letters, for value or key. */
    <V> void readAccepted(Topic<V> topic, Consumer<Row<V>> rows) {
        read(topic, Set.of(), rows);
    }

    /**
     * Reads the records that a ledger decided about: the accepted ones, and the parts of refused snapshots. A part that waited
     * makes its repeats duplicates.
     */
    <V> void readDecided(Topic<V> topic, Consumer<Row<V>> rows) {
        read(topic, refusedSnapshots, rows);
    }

    private <V> void read(Topic<V> topic, Set<Place> taken, Consumer<Row<V>> rows) {
        String name = name(topic);
        reader.readAsIs(topic, row -> {
            Place place = new Place(name, row.partition(), row.offset());
            if ((!isRejected(place) || taken.contains(place)) && !isDeadLetter(name, row.partition(), row.offset())) {
                rows.accept(row);
            }
        });
    }

    /** Returns the number of parts of refused snapshots in a topic. */
    long refusedParts(String topic) {
        return refusedSnapshots.stream()
                .filter(place -> place.topic().equals(topic))
                .count();
    }

    List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        for (InputTopic<?> input : InputTopic.ALL) {
            Counts counts = counts(input.topic());
            checks.add(records(input.topic(), counts));
            checks.add(refused(input.topic(), counts));
        }
        checks.add(AcceptedGaps.unread(reader.unread()));
        return checks.stream().map(accepted::apply).toList();
    }

    /** Returns true if all records of an input that ever counted are still there, and no accepted loss is among them. */
    boolean isWhole(Topic<?> input) {
        boolean isLossAccepted = accepted.has(once(input)) && accepted.cover(records(input, counts(input)));
        return reader.isWhole(input) && !isLossAccepted;
    }

    private static String once(Topic<?> topic) {
        return topic.name() + ": every record once";
    }

    /** Returns a summary of the rejected and unreadable records. */
    RefusalSummary refusals() {
        Map<String, Counts> counts = new LinkedHashMap<>();
        InputTopic.ALL.forEach(input -> counts.put(name(input.topic()), counts(input.topic())));
        counts.forEach((name, known) -> {
            if (known.rejected() > 0) {
                refusals.topic(name);
            }
        });
        List<RefusalSummary.Of> topics = new ArrayList<>();
        for (RefusedTopic topic : refusals.topics()) {
            Counts known = counts.getOrDefault(topic.name(), Counts.NONE);
            topics.add(new RefusalSummary.Of(topic, known.read() + known.unreadable(), known.rejected()));
        }
        deadLetters.forEach((name, unreadable) -> counts.putIfAbsent(name, Counts.unread(unreadable)));
        long records = counts.values().stream()
                .mapToLong(count -> count.read() + count.unreadable())
                .sum();
        return new RefusalSummary(records, topics);
    }

    private String name(Topic<?> topic) {
        return topic.in(reader.settings().topicPrefix());
    }

    private Check records(Topic<?> topic, Counts counts) {
        long inLog = reader.count(topic);
        boolean isWhole = topic.cleanup() != Topic.Cleanup.COMPACT && reader.isWhole(topic);
        long known = counts.read() + counts.unreadable();
        boolean mayBeDeadLetters = !reader.isWhole(Topics.DEAD_LETTERS) && inLog > known;
        boolean holds = counts.adds() && (mayBeDeadLetters || (isWhole ? inLog == known : inLog <= known));
        long lost = isWhole && counts.adds() ? Math.max(0, known - inLog) : 0;
        String text = counts.text() + (mayBeDeadLetters ? ", older dead letters are deleted" : "");
        String log = isWhole
                ? String.format(Locale.ROOT, "%,d in the log", inLog)
                : String.format(Locale.ROOT, "%,d still in the log, older ones may be deleted", inLog);
        return new Check(once(topic), holds, log + " = " + text, lost);
    }

    private Check refused(Topic<?> topic, Counts counts) {
        long rows = rejections.getOrDefault(name(topic), 0L);
        boolean isWhole = reader.isWhole(Topics.REJECTIONS);
        boolean holds = isWhole ? rows == counts.rejected() : rows <= counts.rejected();
        String kept = isWhole ? "" : ", older rows are deleted";
        return new Check(
                topic.name() + ": every rejection reported",
                holds,
                String.format(Locale.ROOT, "%,d rows in rejections%s, %,d counted", rows, kept, counts.rejected()));
    }

    private Counts counts(Topic<?> topic) {
        String name = name(topic);
        long unreadable = deadLetters.getOrDefault(name, 0L);
        return allCounts.stream()
                .filter(inputCounts -> inputCounts.getTopic().equals(name))
                .map(Counts::of)
                .reduce(Counts.unread(unreadable), Counts::plus);
    }

    /**
     * Counts of records by outcome.
     *
     * @param ambiguous duplicates that may have been new records
     */
    record Counts(
            long read,
            long applied,
            long duplicates,
            long withoutEffect,
            long rejected,
            long waiting,
            long unreadable,
            long ambiguous) {
        static final Counts NONE = unread(0);

        static Counts unread(long records) {
            return new Counts(0, 0, 0, 0, 0, 0, records, 0);
        }

        static Counts of(InputCounts inputCounts) {
            return new Counts(
                    inputCounts.getRead(),
                    inputCounts.getApplied(),
                    inputCounts.getDuplicates(),
                    inputCounts.getWithoutEffect(),
                    inputCounts.getRejected(),
                    inputCounts.getWaiting(),
                    0,
                    Objects.requireNonNullElse(inputCounts.getAmbiguous(), 0L));
        }

        Counts plus(Counts other) {
            return new Counts(
                    read + other.read,
                    applied + other.applied,
                    duplicates + other.duplicates,
                    withoutEffect + other.withoutEffect,
                    rejected + other.rejected,
                    waiting + other.waiting,
                    unreadable + other.unreadable,
                    ambiguous + other.ambiguous);
        }

        boolean adds() {
            return read == applied + duplicates + withoutEffect + rejected + waiting;
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "%,d applied + %,d duplicates%s + %,d without effect + %,d rejected%s + %,d dead letters",
                    applied,
                    duplicates,
                    ambiguous == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT, " (%,d may have been new: name the matches by matchId)", ambiguous),
                    withoutEffect,
                    rejected,
                    waiting == 0 ? "" : String.format(Locale.ROOT, " + %,d waiting for their snapshot", waiting),
                    unreadable);
        }
    }
}
