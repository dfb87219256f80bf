package io.fairstream.query.audit;

import io.fairstream.app.config.Keys;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Check of the counts of input records. Each row adds up, and the rows of an event topic together equal the counts that
 * the ledgers give when they process its records again.
 */
final class InputCountsReconciliation {
    private static final String NAME = "input-counts: every field";

    private final TopicRecords reader;
    private final InputReconciliation inputs;
    private final Map<String, InputCounts> rows;
    private final Instant newestCharge;
    private final List<String> differences = new ArrayList<>();

    InputCountsReconciliation(TopicRecords reader, InputReconciliation inputs, Instant newestCharge) {
        this.reader = reader;
        this.inputs = inputs;
        this.rows = new TreeMap<>(reader.byKey(Topics.INPUT_COUNTS));
        this.newestCharge = newestCharge;
    }

    /**
     * Compares.
     *
     * @param should counts of one task of each topic
     * @param whole topics of events without deleted records
     */
    Check check(Map<String, SpecificRecord> should, Set<Topic<?>> whole) {
        rows.forEach(this::addUp);
        for (Topic<?> topic : whole) {
            String name = topic.in(reader.settings().topicPrefix());
            Map<String, InputCounts> ofTopic = new TreeMap<>(rows);
            ofTopic.values().removeIf(row -> !row.getTopic().equals(name));
            if (!ofTopic.isEmpty()) {
                compare(ofTopic, (InputCounts) should.get(name + "/0"));
            }
        }
        compareEdits();
        return Check.of(NAME, String.format(Locale.ROOT, "%,d rows", rows.size()), differences);
    }

    private void addUp(String key, InputCounts row) {
        long sum =
                row.getApplied() + row.getDuplicates() + row.getWithoutEffect() + row.getRejected() + row.getWaiting();
        if (row.getRead() != sum) {
            differ(key, "read", row.getRead(), sum + " = applied + duplicates + withoutEffect + rejected + waiting");
        }
        if (!key.equals(row.getTopic() + "/" + row.getPartition())) {
            differ(key, "topic, partition", row.getTopic() + ", " + row.getPartition(), "that of the key");
        }
        long ambiguous = Objects.requireNonNullElse(row.getAmbiguous(), 0L);
        if (ambiguous < 0 || ambiguous > row.getDuplicates()) {
            differ(key, "ambiguous", ambiguous, "at most the duplicates, " + row.getDuplicates());
        }
    }

    private void compare(Map<String, InputCounts> is, @Nullable InputCounts should) {
        String keys = String.join(", ", is.keySet());
        if (!reader.settings().get(Keys.TOPOLOGY_REPARTITION)) {
            compare(keys, "applied", is, should, InputCounts::getApplied);
            compare(keys, "duplicates", is, should, InputCounts::getDuplicates);
            compare(keys, "withoutEffect", is, should, InputCounts::getWithoutEffect);
            compare(keys, "waiting", is, withoutExpired(should), InputCounts::getWaiting);
            compare(keys, "ambiguous", is, should, row -> Objects.requireNonNullElse(row.getAmbiguous(), 0L));
        }
        Instant newest = newest(is);
        Instant expected = should == null ? null : should.getNewest();
        if (!Objects.equals(newest, expected)) {
            differ(keys, "newest", newest, expected);
        }
    }

    /** Parts that wait in the computation, which knows no expiry, may be refused because they expired. */
    private @Nullable InputCounts withoutExpired(@Nullable InputCounts should) {
        if (should == null) {
            return null;
        }
        long refused = inputs.refusedParts(should.getTopic());
        return refused == 0
                ? should
                : InputCounts.newBuilder(should)
                        .setWaiting(should.getWaiting() + should.getRejected() - refused)
                        .build();
    }

    private void compare(
            String keys,
            String field,
            Map<String, InputCounts> is,
            @Nullable InputCounts should,
            Function<InputCounts, Long> count) {
        long sum = is.values().stream().mapToLong(count::apply).sum();
        long expected = should == null ? 0 : count.apply(should);
        if (sum != expected) {
            differ(keys, field, sum, expected);
        }
    }

    private static @Nullable Instant newest(Map<String, InputCounts> rows) {
        return rows.values().stream()
                .map(InputCounts::getNewest)
                .filter(Objects::nonNull)
                .max(Instant::compareTo)
                .orElse(null);
    }

    /** That of edits is the newest charge or edit; what was charged and taken back between two commits stands nowhere any more. */
    private void compareEdits() {
        Instant[] latest = {newestCharge};
        reader.readAsIs(Topics.ACCOUNT_EDITS, row -> {
            AccountEdit edit = row.value();
            if (edit != null && edit.getAt().isAfter(latest[0])) {
                latest[0] = edit.getAt();
            }
        });
        String edits = Topics.ACCOUNT_EDITS.in(reader.settings().topicPrefix());
        rows.forEach((key, row) -> {
            Instant newest = row.getNewest();
            if (row.getTopic().equals(edits)
                    && newest != null
                    && newest.isAfter(latest[0])
                    && reader.isWhole(Topics.CHARGES)
                    && inputs.isWhole(Topics.ACCOUNT_EDITS)) {
                differ(key, "newest", newest, "not after " + latest[0]);
            }
        });
    }

    private void differ(String keys, String field, @Nullable Object is, @Nullable Object should) {
        differences.add("input-counts \"" + keys + "\" " + field + ": " + is + " (expected: " + should + ")");
    }
}
