package io.fairstream.simulation.check;

import io.fairstream.app.config.Keys;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.AccountingAt.UserAccountingAt;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.simulation.history.Histories;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Checks that two runs over the same inputs ended with the same tables: integers exactly, doubles to 1e-9 of their value. */
public final class Comparison {
    private static final String AS_OF = "asOf";
    private static final Set<String> SEEN = Set.of("firstSeen", "lastSeen");
    private static final double TOLERANCE = 1e-9;
    private static final List<Topic<?>> TABLES = List.of(
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
            Topics.BALANCES);

    private final SimulatedRecords expected;
    private final SimulatedRecords found;
    private final Instant newestUsage;
    private final boolean isOfOtherOrder;
    private final Set<String> leftOut;
    private final List<String> differences = new ArrayList<>();

    private Comparison(SimulatedRecords expected, SimulatedRecords found, boolean isOfOtherOrder, Set<String> leftOut) {
        this.leftOut = leftOut;
        this.isOfOtherOrder = isOfOtherOrder;
        this.expected = expected;
        this.found = found;
        newestUsage = expected.table(Topics.ASSOCIATION_USAGE).values().stream()
                .map(AssociationUsage::getAsOf)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    /**
     * The differences, a line each.
     *
     * @param leftOut customers whose rows are not compared
     * @param havePlaces whether a place is of one record only: not where a topic was made again
     */
    public static List<String> of(
            SimulatedRecords expected, SimulatedRecords found, Set<String> leftOut, boolean havePlaces) {
        Comparison comparison = new Comparison(expected, found, false, leftOut);
        comparison.compareTables();
        comparison.compare("input-counts", inputCounts(expected), inputCounts(found));
        if (havePlaces) {
            comparison.compare("rejections", rejections(expected), rejections(found));
            comparison.differ("dead-letters", deadLetters(expected), deadLetters(found));
        }
        return comparison.differences;
    }

    /**
     * The differences where what came was not the same, but says the same. A job's event and a session's delta that came again count once
     * and are refused nowhere; whether others count as repeats depends on what is known when they come.
     */
    public static List<String> ofTables(SimulatedRecords expected, SimulatedRecords found) {
        Comparison comparison = new Comparison(expected, found, true, Set.of());
        comparison.compareTables();
        for (Topic<?> topic : List.of(Topics.JOB_EVENTS, Topics.SESSION_DELTAS)) {
            comparison.compare("input-counts", once(topic, expected, expected), once(topic, found, expected));
        }
        return comparison.differences;
    }

    /** The differences between tables of sums, which after a change of terms are as if they had always been the last ones. */
    public static List<String> ofSums(SimulatedRecords expected, SimulatedRecords found, Set<String> leftOut) {
        Comparison comparison = new Comparison(expected, found, false, leftOut);
        comparison.compareTable(Topics.PRIORITIES);
        comparison.compareTable(Topics.ASSOCIATION_USAGE);
        return comparison.differences;
    }

    /** Counts the applied and the refused records, in partitions in which no record was refused when all came in order. */
    private static Map<String, String> once(Topic<?> topic, SimulatedRecords records, SimulatedRecords inOrder) {
        Map<String, InputCounts> expected = inOrder.table(Topics.INPUT_COUNTS);
        Map<String, String> counts = new TreeMap<>();
        records.table(Topics.INPUT_COUNTS).forEach((key, inputCounts) -> {
            InputCounts other = expected.get(key);
            if (inputCounts.getTopic().endsWith(topic.name()) && (other == null || other.getRejected() == 0)) {
                long counted = inputCounts.getRead() - inputCounts.getDuplicates() - inputCounts.getRejected();
                counts.put(key, counted + " counted, " + inputCounts.getRejected() + " refused");
            }
        });
        return counts;
    }

    /**
     * Outcomes of the input records. What a resource's events of two partitions become one after the other after a repartition
     * depends on their order, since one that says what is known counts as a repeat; so those that were not refused are added up
     * there. A row of {@code account-edits} of which no edit was read says nothing.
     */
    private static Map<String, InputCounts> inputCounts(SimulatedRecords records) {
        Map<String, InputCounts> allCounts = new TreeMap<>(records.table(Topics.INPUT_COUNTS));
        allCounts.values().removeIf(inputCounts -> isOfEdits(inputCounts) && inputCounts.getRead() == 0);
        if (records.settings().get(Keys.TOPOLOGY_REPARTITION)) {
            allCounts.replaceAll((key, inputCounts) ->
                    inputCounts.getTopic().endsWith(Topics.MATCHES.name()) ? added(inputCounts) : inputCounts);
        }
        return allCounts;
    }

    private static InputCounts added(InputCounts inputCounts) {
        return InputCounts.newBuilder(inputCounts)
                .setApplied(inputCounts.getApplied() + inputCounts.getDuplicates() + inputCounts.getWithoutEffect())
                .setDuplicates(0)
                .setWithoutEffect(0)
                .setAmbiguous(null)
                .build();
    }

    private void compareTables() {
        TABLES.forEach(this::compareTable);
        compare("match-records", matches(expected), matches(found));
        compare("notices", times(expected), times(found));
        compare("assignments", closing(expected), closing(found));
    }

    /** Times at which the thresholds of allocations were reached. */
    private static Map<String, Instant> times(SimulatedRecords records) {
        Map<String, Instant> times = new TreeMap<>();
        records.notices().forEach((key, notice) -> times.put(key, notice.getAt()));
        return times;
    }

    /** The last assignments; earlier ones depend on the order between topics. */
    private static Map<String, Assignment> closing(SimulatedRecords records) {
        Map<String, Assignment> assignments = new TreeMap<>(records.table(Topics.ASSIGNMENTS));
        assignments.values().removeIf(row -> row.getAt().toEpochMilli() != Histories.CLOSING);
        return assignments;
    }

    private <V> void compareTable(Topic<V> topic) {
        compare(topic.name(), rows(expected, topic), rows(found, topic));
    }

    private <V> Map<String, V> rows(SimulatedRecords records, Topic<V> topic) {
        Map<String, V> rows = new TreeMap<>(records.table(topic));
        rows.values().removeIf(row -> row instanceof Priority priority && leftOut.contains(priority.getCustomer()));
        return rows;
    }

    private <V> void compare(String table, Map<String, V> ones, Map<String, V> others) {
        TreeSet<String> keys = new TreeSet<>(ones.keySet());
        keys.addAll(others.keySet());
        for (String key : keys) {
            V one = ones.get(key);
            V other = others.get(key);
            if (one == null || other == null) {
                differences.add(table + " " + key + ": expected " + one + ", found " + other);
            } else {
                differ(table + " " + key, one, other);
            }
        }
    }

    private void differ(String where, @Nullable Object one, @Nullable Object other) {
        if (one instanceof SpecificRecord left
                && other instanceof SpecificRecord right
                && isEvaluated(left, right)
                && !asOf(left).equals(asOf(right))) {
            Instant at = asOf(left).isAfter(asOf(right)) ? asOf(left) : asOf(right);
            differ(where, evaluated(left, at), evaluated(right, at));
        } else if (one instanceof SpecificRecord left
                && other instanceof SpecificRecord right
                && left.getSchema().equals(right.getSchema())) {
            for (Schema.Field field : left.getSchema().getFields()) {
                if (!isOfAnEarlierRanking(left, right, field) && !isOfAnotherOrder(left, field)) {
                    differ(where + "." + field.name(), left.get(field.pos()), right.get(field.pos()));
                }
            }
        } else if (one instanceof List<?> left && other instanceof List<?> right && left.size() == right.size()) {
            IntStream.range(0, left.size()).forEach(i -> differ(where + "[" + i + "]", left.get(i), right.get(i)));
        } else if (!isSame(one, other)) {
            differences.add(where + ": expected " + one + ", found " + other);
        }
    }

    /** True for rows of one kind that grow or decay, and may be of different instants: both are then taken at the later one. */
    private boolean isEvaluated(SpecificRecord one, SpecificRecord other) {
        boolean isEvaluated = one instanceof Priority
                || (isOfOtherOrder
                        && (one instanceof UserAccounting
                                || one instanceof JobAccounting
                                || one instanceof AssociationUsage));
        return isEvaluated && one.getSchema().equals(other.getSchema());
    }

    private static SpecificRecord evaluated(SpecificRecord row, Instant at) {
        if (row instanceof Priority priority) {
            return PriorityAt.evaluate(priority, at);
        }
        if (row instanceof UserAccounting user) {
            return UserAccountingAt.evaluate(user, at);
        }
        return row instanceof JobAccounting job
                ? JobAccountingAt.evaluate(job, at)
                : AssociationUsageAt.evaluate((AssociationUsage) row, at);
    }

    /**
     * A place that did not change is not written again, so when it was last compared depends on the order between topics, and so
     * does what a usage had decayed to by then, or whether there was any yet, unless that was when the newest of them were compared.
     */
    private boolean isOfAnEarlierRanking(SpecificRecord one, SpecificRecord other, Schema.Field field) {
        return one instanceof FairShare left
                && other instanceof FairShare right
                && (field.name().equals(AS_OF)
                        || ((field.name().equals("usage")
                                        || (Set.of("effectiveUsage", "levelShare")
                                                        .contains(field.name())
                                                && Math.min(left.getUsage(), right.getUsage()) == 0))
                                && !(left.getAsOf().equals(newestUsage)
                                        && right.getAsOf().equals(newestUsage))));
    }

    /**
     * True for when a user was seen. It depends on the order of records if a job was taken to have ended, or an event to be of another job;
     * the model of the jobs checks {@code lastSeen}.
     */
    private boolean isOfAnotherOrder(SpecificRecord row, Schema.Field field) {
        return isOfOtherOrder && row instanceof UserAccounting && SEEN.contains(field.name());
    }

    private static boolean isOfEdits(InputCounts inputCounts) {
        return inputCounts.getTopic().endsWith(Topics.ACCOUNT_EDITS.name());
    }

    private static Instant asOf(SpecificRecord row) {
        return (Instant) row.get(row.getSchema().getField(AS_OF).pos());
    }

    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        return (one instanceof Double left && other instanceof Double right)
                ? Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left))
                : Objects.equals(one, other);
    }

    /** A match that was corrected may have another number of revisions. */
    private static Map<String, MatchRecord> matches(SimulatedRecords records) {
        Map<String, MatchRecord> matches = records.latestMatches();
        matches.replaceAll(
                (key, match) -> MatchRecord.newBuilder(match).setRevision(1).build());
        return matches;
    }

    /** Counts the rejections of each record, by reason. */
    private static Map<String, Integer> rejections(SimulatedRecords records) {
        Map<String, Integer> rejections = new HashMap<>();
        records.read(Topics.REJECTIONS, row -> {
            Rejection rejection = Objects.requireNonNull(row.value());
            rejections.merge(
                    rejection.getTopic() + "/" + rejection.getPartition() + "/" + rejection.getOffset() + " "
                            + rejection.getReason(),
                    1,
                    Integer::sum);
        });
        return rejections;
    }

    /** The records of clients that became dead letters. Where one stands in the journal depends on who wrote before it. */
    private static List<String> deadLetters(SimulatedRecords records) {
        return records.setAside().stream()
                .filter(place -> !place.contains(Topics.CHARGES.name() + "/"))
                .sorted()
                .toList();
    }
}
