package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Choice;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Passed;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** All that a topology wrote: its tables, the topics that are kept row by row, and its journal. */
final class Published {
    /** Compacted topics, in which the latest row of a key counts. */
    static final List<Topic<? extends SpecificRecord>> TABLES = List.of(
            Topics.PRIORITIES,
            Topics.OPEN_MATCHES,
            Topics.JOBS,
            Topics.JOB_ACCOUNTING,
            Topics.NODES,
            Topics.USER_ACCOUNTING,
            Topics.ASSOCIATION_USAGE,
            Topics.FAIR_SHARE,
            Topics.HOSTS,
            Topics.DAILY,
            Topics.BALANCES,
            Topics.ASSIGNMENTS,
            Topics.INPUT_COUNTS);

    /** All rows of a key count, in their order. */
    static final List<Topic<? extends SpecificRecord>> LISTS = List.of(Topics.MATCH_RECORDS, Topics.REJECTIONS);

    private final Map<String, Map<String, List<Object>>> rows = new TreeMap<>();
    private final Map<String, Integer> entries = new HashMap<>();
    private final Map<String, Map<String, Double>> sums = new TreeMap<>();
    private long deadLetters;

    /**
     * Reads it.
     *
     * @param inputs which the causes of entries are of
     */
    static Published of(Settings settings, Inputs inputs) {
        Published published = new Published();
        try (TopicReader reader = new TopicReader(settings)) {
            TABLES.forEach(topic -> published.readTable(reader, topic));
            LISTS.forEach(topic -> published.readList(reader, topic, inputs));
            reader.readCharges(null, row -> {
                Charge charge = row.value();
                if (charge != null) {
                    published.add(charge, inputs);
                }
            });
            published.deadLetters = reader.count(Topics.DEAD_LETTERS);
        }
        return published;
    }

    private <V extends SpecificRecord> void readTable(TopicReader reader, Topic<V> topic) {
        Map<String, List<Object>> table = new HashMap<>();
        reader.readLatest(topic, row -> {
            V value = row.value();
            if (value != null) {
                table.put(String.valueOf(row.key()), List.of(settled(value)));
            }
        });
        rows.put(topic.name(), table);
    }

    /**
     * Without what tells of the moment at which a global stage looked, which is another one in each run: since when a rank is as it is, and
     * the balances by which projects were chosen.
     */
    private static Object settled(SpecificRecord row) {
        if (row instanceof FairShare share) {
            return FairShare.newBuilder(share).setAsOf(Instant.EPOCH).build();
        }
        if (row instanceof Assignment given) {
            return Assignment.newBuilder(given)
                    .setChoices(given.getChoices().stream()
                            .map(choice -> new Choice(choice.getProject(), 0.0, choice.getUses(), ""))
                            .toList())
                    .setPassed(given.getPassed().stream()
                            .map(passed -> new Passed(passed.getProject(), ""))
                            .toList())
                    .build();
        }
        return row;
    }

    private <V extends SpecificRecord> void readList(TopicReader reader, Topic<V> topic, Inputs inputs) {
        Map<String, List<Object>> lists = new HashMap<>();
        reader.read(topic, row -> {
            V value = row.value();
            if (value != null) {
                lists.computeIfAbsent(String.valueOf(row.key()), any -> new ArrayList<>())
                        .add(placed(value, inputs));
            }
        });
        rows.put(topic.name(), lists);
    }

    private static Object placed(SpecificRecord value, Inputs inputs) {
        return value instanceof Rejection rejection
                ? Rejection.newBuilder(rejection)
                        .setOffset(
                                inputs.ordinal(rejection.getTopic(), rejection.getPartition(), rejection.getOffset()))
                        .build()
                : value;
    }

    /** An entry of one thing is the same in any run; one that sums up a commit is not, and its sums are. */
    private void add(Charge charge, Inputs inputs) {
        SpecificRecord entry = (SpecificRecord) charge.getEntry();
        if (charge.getThing().isEmpty()) {
            String account = charge.getKind() + " " + charge.getAccount() + " "
                    + entry.getSchema().getName();
            Summed.add(sums.computeIfAbsent(account, any -> new TreeMap<>()), "", entry);
            return;
        }
        var cause = charge.getCause();
        String text = String.join(
                " ",
                charge.getKind().name(),
                charge.getAccount(),
                charge.getLedger().name(),
                charge.getThing(),
                cause.getTopic() + "/" + cause.getPartition() + "#"
                        + inputs.ordinal(cause.getTopic(), cause.getPartition(), cause.getOffset()),
                charge.getDimensions().toString(),
                Boolean.toString(charge.getCapped()),
                entry.getSchema().getName(),
                entry.toString());
        entries.merge(text, 1, Integer::sum);
    }

    Map<String, List<Object>> rows(Topic<?> topic) {
        return rows.getOrDefault(topic.name(), Map.of());
    }

    /** By text, how often it stands there. */
    Map<String, Integer> entries() {
        return entries;
    }

    /** By account and kind, the sums of what is charged as sums of commits. */
    Map<String, Map<String, Double>> sums() {
        return sums;
    }

    long deadLetters() {
        return deadLetters;
    }
}
