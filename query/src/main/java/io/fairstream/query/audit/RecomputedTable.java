package io.fairstream.query.audit;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.Rows;
import io.fairstream.rules.share.AssociationState;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.EndedBy;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.streams.runtime.TopologyConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A table whose fields are all recomputed.
 *
 * @param isOfAccounts whether its rows follow from the journal, not from an input
 * @param mayLack whether a row may be missing although an input created it: rows with a limited retention, or of groups
 * @param alignment brings an expected row to the published row's instant
 */
record RecomputedTable<R extends SpecificRecord>(
        Topic<R> topic, boolean isOfAccounts, boolean mayLack, Alignment<R> alignment) {
    /** Makes an expected row comparable to the actual one. */
    interface Alignment<R> {
        /** Returns the expected row at the instant of the published one; the row itself if that instant is impossible. */
        R at(R is, R should);
    }

    /**
     * Returns all recomputed tables.
     *
     * @param usages usage of users in banks, by path
     * @param changed names of settings that had other values before
     */
    static List<RecomputedTable<?>> all(
            TopologyConfig config, Map<String, SpecificRecord> usages, Set<String> changed) {
        return List.of(
                new RecomputedTable<>(Topics.PRIORITIES, true, true, RecomputedTable::refreshed),
                of(Topics.JOB_ACCOUNTING),
                new RecomputedTable<>(
                        Topics.USER_ACCOUNTING,
                        true,
                        false,
                        changed.contains("usage.halflife") ? RecomputedTable::decayed : RecomputedTable::same),
                of(Topics.ASSOCIATION_USAGE),
                new RecomputedTable<>(
                        Topics.FAIR_SHARE,
                        true,
                        false,
                        (is, should) ->
                                ranked(is, should, usages, config.fairShare().compared())),
                of(Topics.DAILY),
                of(Topics.BALANCES),
                new RecomputedTable<>(Topics.NOTICES, true, false, RecomputedTable::dated),
                ofLedger(Topics.OPEN_MATCHES, false),
                new RecomputedTable<>(Topics.MATCH_RECORDS, false, false, RecomputedTable::revised),
                ofLedger(Topics.JOBS, true),
                ofLedger(Topics.NODES, false),
                ofLedger(Topics.HOSTS, false));
    }

    private static <R extends SpecificRecord> RecomputedTable<R> of(Topic<R> topic) {
        return new RecomputedTable<>(topic, true, false, RecomputedTable::same);
    }

    private static <R extends SpecificRecord> RecomputedTable<R> ofLedger(Topic<R> topic, boolean mayLack) {
        return new RecomputedTable<>(topic, false, mayLack, RecomputedTable::same);
    }

    private static <R> R same(R is, R should) {
        return should;
    }

    boolean isOfMatches() {
        return topic.equals(Topics.OPEN_MATCHES) || topic.equals(Topics.MATCH_RECORDS);
    }

    /**
     * Takes the published decayed usage after a change of the half-life: the new one applies from the next entry on,
     * and that entry is unknown.
     */
    private static UserAccounting decayed(UserAccounting is, UserAccounting should) {
        UserAccounting copy = UserAccounting.newBuilder(should).build();
        for (Schema.Field field : copy.getSchema().getFields()) {
            if (field.name().startsWith("decayed") || field.name().equals("halfLifeSeconds")) {
                copy.put(field.pos(), is.get(field.pos()));
            }
        }
        return copy;
    }

    /** Accepts a row that was written again because time passed. */
    private static Priority refreshed(Priority is, Priority should) {
        return is.getAsOf().isBefore(should.getAsOf()) ? should : PriorityAt.evaluate(should, is.getAsOf());
    }

    /** Accepts the earlier instant of an unchanged rank, and the usage at that instant: such a row is not written again. */
    private static FairShare ranked(
            FairShare is, FairShare should, Map<String, SpecificRecord> usages, AssociationState.Compared compared) {
        Instant asOf = is.getAsOf();
        if (!asOf.isBefore(should.getAsOf())) {
            return should;
        }
        return FairShare.newBuilder(should)
                .setAsOf(asOf)
                .setUsage(
                        usages.get(is.getPath()) instanceof AssociationUsage used
                                        && !used.getAsOf().isAfter(asOf)
                                ? usage(AssociationUsageAt.evaluate(used, asOf), compared)
                                : is.getUsage())
                .build();
    }

    private static double usage(AssociationUsage row, AssociationState.Compared compared) {
        return compared == AssociationState.Compared.PERIOD ? row.getPeriodUsage() : row.getSmoothUsage();
    }

    /** Ignores the count of corrections by late events, which depends on the order of arrival. */
    private static MatchRecord revised(MatchRecord is, MatchRecord should) {
        return MatchRecord.newBuilder(should).setRevision(is.getRevision()).build();
    }

    /** Compares when the threshold was reached; the other fields are those of the commit that noticed it. */
    private static Notice dated(Notice is, Notice should) {
        return Notice.newBuilder(is).setAt(should.getAt()).build();
    }

    /** Table of the rows that a decision changes. */
    Topic<?> decided() {
        return topic.equals(Topics.NOTICES) ? Topics.BALANCES : topic;
    }

    String name() {
        return topic.name() + (topic.equals(Topics.NOTICES) ? " = thresholds that were reached" : ": every field");
    }

    /** Returns the key under which a row is compared; each match and each threshold has its own records. */
    static String key(Topic<?> topic, String key, SpecificRecord row) {
        if (row instanceof Notice notice) {
            return String.join(
                    " ",
                    notice.getStart().toString(),
                    notice.getPeriodStart().toString(),
                    notice.getThreshold() + "%",
                    key);
        }
        return row instanceof MatchRecord match ? key + "@" + match.getStart() : key;
    }

    /** Returns the key of the decision that a row depends on. */
    private String decision(String key) {
        return topic.equals(Topics.NOTICES) ? key.split(" ", 4)[3] : key;
    }

    /**
     * Compares.
     *
     * @param should the expected rows, by key
     * @param undecided keys of rows that depend on a deleted decision
     */
    Check check(TopicRecords reader, Map<String, SpecificRecord> should, Set<String> undecided) {
        Map<String, R> rows = new TreeMap<>(published(reader));
        List<String> differences = new ArrayList<>(revisions(reader));
        rows.forEach((key, is) -> {
            @SuppressWarnings("unchecked") // rows of the same topic
            R expected = (R) should.get(key);
            if (undecided.contains(decision(key))) {
                return;
            }
            if (expected == null || isWithdrawn(expected)) {
                differences.add(name(key) + ": an unexplained row");
            } else {
                difference(key, is, expected).ifPresent(differences::add);
            }
        });
        new TreeMap<>(should)
                .keySet().stream()
                        .filter(key -> !mayLack
                                && !isWithdrawn(should.get(key))
                                && !rows.containsKey(key)
                                && !undecided.contains(decision(key)))
                        .forEach(key -> differences.add(name(key) + ": no row (expected: one)"));
        return Check.of(name(), String.format(Locale.ROOT, "%,d rows", rows.size()), differences);
    }

    private static boolean isWithdrawn(@Nullable SpecificRecord row) {
        return row instanceof MatchRecord match && match.getEndedBy() == EndedBy.WITHDRAWN;
    }

    private Optional<String> difference(String key, R is, R expected) {
        return RowDifference.of(name(key) + instant(is, expected), is, alignment.at(is, expected));
    }

    /** Returns the row's instant if it differs from that of its last entry. */
    private static String instant(SpecificRecord is, SpecificRecord expected) {
        Schema.Field field = is.getSchema().getField("asOf");
        return field == null || Objects.equals(is.get(field.pos()), expected.get(field.pos()))
                ? ""
                : " at its asOf, " + is.get(field.pos());
    }

    private String name(String key) {
        return topic.name() + " \"" + key + "\"";
    }

    private Map<String, R> published(TopicRecords reader) {
        if (topic.equals(Topics.NOTICES)) {
            return notices(reader);
        }
        return topic.cleanup() == Topic.Cleanup.DELETE ? holding(reader) : reader.byKey(topic);
    }

    /** Checks that each correction of a match record increases its revision by one. */
    private List<String> revisions(TopicRecords reader) {
        List<String> differences = new ArrayList<>();
        if (topic.equals(Topics.MATCH_RECORDS) && reader.isWhole(topic)) {
            Map<String, TreeSet<Integer>> revisions = new TreeMap<>();
            reader.read(Topics.MATCH_RECORDS, row -> {
                MatchRecord match = row.value();
                if (match != null) {
                    revisions
                            .computeIfAbsent(key(topic, match.getResource(), match), key -> new TreeSet<>())
                            .add(match.getRevision());
                }
            });
            revisions.forEach((key, all) -> {
                if (all.first() != 1 || all.last() != all.size()) {
                    differences.add(name(key) + " revision: " + all + " (expected: 1 to " + all.size() + ")");
                }
            });
        }
        return differences;
    }

    /** Returns the notices about the current allocations that were not taken back. */
    @SuppressWarnings("unchecked") // rows of the topic
    private Map<String, R> notices(TopicRecords reader) {
        Map<String, Balance> balances = reader.byKey(Topics.BALANCES);
        Map<String, R> rows = new HashMap<>();
        reader.read(Topics.NOTICES, row -> {
            Notice notice = row.value();
            Balance balance = notice == null ? null : balances.get(notice.getTarget());
            if (notice != null && balance != null && notice.getStart().equals(balance.getStart())) {
                String key = key(topic, notice.getTarget(), notice);
                if (notice.getKind() == NoticeKind.TAKEN_BACK) {
                    rows.remove(key);
                } else {
                    rows.put(key, (R) notice);
                }
            }
        });
        return rows;
    }

    /** Returns the rows of match records, whose topic is not compacted. */
    @SuppressWarnings("unchecked") // rows of the topic
    private Map<String, R> holding(TopicRecords reader) {
        Rows<MatchRecord> holding = Rows.holding();
        reader.read(Topics.MATCH_RECORDS, holding);
        Map<String, R> rows = new HashMap<>();
        holding.all().forEach(match -> rows.put(key(topic, match.getResource(), match), (R) match));
        return rows;
    }
}
