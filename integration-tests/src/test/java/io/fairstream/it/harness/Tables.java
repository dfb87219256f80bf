package io.fairstream.it.harness;

import io.fairstream.nemesis.Comparison;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.EndedBy;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Everything that came out at one site.
 *
 * @param matchRecords by {@code resource@start}, those of the highest revision; withdrawn ones are left out
 * @param journal by customer
 * @param inputCounts by input topic without prefix, and partition
 */
public record Tables(
        Map<String, Priority> priorities,
        Map<String, OpenMatch> openMatches,
        Map<String, MatchRecord> matchRecords,
        Map<String, Journal> journal,
        Map<String, InputCounts> inputCounts) {
    private static final int MAX_SHOWN = 20;

    public static Tables of(Site site) {
        Map<String, Journal> journal = new HashMap<>();
        for (Charge charge : site.charges()) {
            journal.merge(charge.getAccount(), Journal.EMPTY.plus(charge), (sum, one) -> sum.plus(charge));
        }
        return new Tables(
                site.table(Topics.PRIORITIES),
                site.table(Topics.OPEN_MATCHES),
                matchRecords(site),
                journal,
                inputCounts(site));
    }

    private static Map<String, MatchRecord> matchRecords(Site site) {
        Map<String, MatchRecord> highest = new HashMap<>();
        for (ConsumerRecord<String, MatchRecord> record : site.records(Topics.MATCH_RECORDS)) {
            MatchRecord match = record.value();
            highest.merge(
                    match.getResource() + "@" + match.getStart(),
                    match,
                    (known, next) -> known.getRevision() < next.getRevision() ? next : known);
        }
        highest.values().removeIf(match -> match.getEndedBy() == EndedBy.WITHDRAWN);
        return highest;
    }

    private static Map<String, InputCounts> inputCounts(Site site) {
        Map<String, InputCounts> inputCounts = new HashMap<>();
        String prefix = site.settings().topicPrefix();
        site.table(Topics.INPUT_COUNTS).values().forEach(counts -> {
            String topic = counts.getTopic().substring(prefix.length());
            inputCounts.put(
                    topic + "/" + counts.getPartition(),
                    InputCounts.newBuilder(counts).setTopic(topic).build());
        });
        return inputCounts;
    }

    /** Without what depends on the order and number of arrivals: revisions, single journal entries and input counts. */
    public Tables settled() {
        return new Tables(
                priorities,
                openMatches,
                mapped(
                        matchRecords,
                        match -> MatchRecord.newBuilder(match).setRevision(1).build()),
                mapped(journal, Journal::settled),
                Map.of());
    }

    private static <V> Map<String, V> mapped(Map<String, V> table, UnaryOperator<V> change) {
        return table.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> change.apply(entry.getValue())));
    }

    /**
     * Fails if another site's differ, integers exactly and doubles by more than 1e-9 of their value.
     *
     * @param what for the message: the seed and what was done
     */
    public void assertSameAs(Tables expected, String what) {
        List<String> differences = new ArrayList<>();
        compare("priorities", expected.priorities, priorities, differences);
        compare("open-matches", expected.openMatches, openMatches, differences);
        compare("match-records", expected.matchRecords, matchRecords, differences);
        compare("charges", expected.journal, journal, differences);
        compare("input-counts", expected.inputCounts, inputCounts, differences);
        assertNone(differences, what);
    }

    /** Fails if a table of one site differs from that of another, integers exactly and doubles by more than 1e-9 of their value. */
    public static <V> void assertSame(Topic<V> topic, Site expected, Site found) {
        List<String> differences = new ArrayList<>();
        Map<String, V> rows = expected.table(topic);
        compare(topic.name(), rows, found.table(topic), differences);
        assertNone(differences, topic.name() + " of " + rows.size() + " rows");
    }

    private static void assertNone(List<String> differences, String what) {
        if (!differences.isEmpty()) {
            throw new AssertionError(String.format(
                    "%s: %d rows differ, such as%n%s",
                    what,
                    differences.size(),
                    differences.stream().limit(MAX_SHOWN).collect(Collectors.joining("\n"))));
        }
    }

    private static <V> void compare(
            String table, Map<String, V> expected, Map<String, V> found, List<String> differences) {
        TreeSet<String> keys = new TreeSet<>(expected.keySet());
        keys.addAll(found.keySet());
        for (String key : keys) {
            if (!Comparison.isNear(expected.get(key), found.get(key))) {
                differences.add(String.format(
                        "%s %s%n  expected %s%n  found    %s", table, key, expected.get(key), found.get(key)));
            }
        }
    }
}
