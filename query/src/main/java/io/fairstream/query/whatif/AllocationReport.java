package io.fairstream.query.whatif;

import static io.fairstream.query.columns.Numbers.decimal;

import io.fairstream.client.negotiation.Group;
import io.fairstream.client.negotiation.Negotiation;
import io.fairstream.client.negotiation.NegotiationResult;
import io.fairstream.client.negotiation.NegotiationResult.Award;
import io.fairstream.client.negotiation.NegotiationResult.GroupAward;
import io.fairstream.client.negotiation.NegotiationRules;
import io.fairstream.client.negotiation.Pool;
import io.fairstream.client.negotiation.RejectReason;
import io.fairstream.client.negotiation.Submitter;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.Failure;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Preview of the division of a pool: the slot weight that each submitter gets, and the limiting reason. */
public final class AllocationReport {
    private static final Duration ACTIVE = Duration.ofDays(1);

    private final Request request;
    private final List<String> notes = new ArrayList<>();
    private final Instant at;
    private final List<Group> groups;
    private final NegotiationResult allocation;
    private final List<Row> rows;

    /**
     * Request to divide a pool among submitters.
     *
     * @param slots slot weight of the pool, held or free
     * @param demands by submitter; null if all submitters with use in the last day have unlimited demand
     * @param hasPreemption whether submitters above their share may lose resources
     * @param factors of submitters without a row
     */
    public record Request(
            double slots,
            @Nullable Map<String, Demand> demands,
            GroupSettings groups,
            boolean hasPreemption,
            FactorRules factors) {}

    /** A submitter and its award; the row of the sums has no name. */
    private record Row(Award award, Submitter submitter) {
        /** Returns a value that has no sum; null for the row of the sums. */
        <T> @Nullable T each(T value) {
            return award.submitter().isEmpty() ? null : value;
        }
    }

    /**
     * Divides the pool.
     *
     * @param latest rows of {@code priorities}
     * @param isExact if false, the time is moved to that of the newest row if necessary
     * @throws Failure if the time is exact and before that of a row, or a demand is that of a group
     */
    public static AllocationReport of(Collection<Priority> latest, Instant time, boolean isExact, Request request) {
        return new AllocationReport(latest, time, isExact, request);
    }

    private AllocationReport(Collection<Priority> latest, Instant time, boolean isExact, Request request) {
        this.request = request;
        List<Priority> finite = finite(latest);
        at = isExact
                ? time
                : finite.stream().map(Priority::getAsOf).reduce(time, (one, other) -> one.isAfter(other) ? one : other);
        List<Priority> priorities = evaluated(finite, at);
        groups = groups(priorities);
        List<Submitter> all = request.demands() == null
                ? Participants.active(priorities, at, ACTIVE, request.slots())
                : Participants.demanding(priorities, request.demands(), request.factors());
        List<Submitter> submitters = groups.isEmpty() ? Participants.ungrouped(all) : all;
        Negotiation negotiation = new Negotiation(NegotiationRules.DEFAULT.withPreemption(request.hasPreemption()));
        allocation = negotiation.divide(Pool.of(request.slots()), submitters, groups);
        Map<String, Submitter> byName =
                submitters.stream().collect(Collectors.toMap(Submitter::name, Function.identity()));
        rows = allocation.awards().stream()
                .map(award -> new Row(award, Objects.requireNonNull(byName.get(award.submitter()))))
                .toList();
    }

    private static List<Priority> evaluated(List<Priority> rows, Instant at) {
        return Failure.ifRefused(
                () -> rows.stream().map(row -> PriorityAt.evaluate(row, at)).toList());
    }

    /** Returns the rows with finite numbers: a NaN from an earlier release must not block all others. */
    private List<Priority> finite(Collection<Priority> rows) {
        List<Priority> finite = new ArrayList<>(rows.size());
        for (Priority row : rows) {
            if (PriorityAt.isFinite(row)) {
                finite.add(row);
            } else {
                notes.add("warning: \"" + row.getCustomer()
                        + "\" is left out: its row is not finite (expected: finite numbers; the topology corrects it "
                        + "with the next charge)");
            }
        }
        return finite;
    }

    private List<Group> groups(List<Priority> priorities) {
        List<String> names = Participants.groupNames(priorities);
        for (String group : request.groups().unknown(names)) {
            notes.add("warning: group \"" + group + "\" is not a group of priorities (expected: "
                    + (names.isEmpty() ? "none, since no groups are configured" : "one of " + String.join(", ", names))
                    + ")");
        }
        if (request.groups().any()) {
            return request.groups().groups(names);
        }
        if (!names.isEmpty()) {
            notes.add("no --quota: accounting groups have no effect");
        }
        return List.of();
    }

    /** Returns the submitters, the groups if there are any, and for programs the pool. */
    public Document document() {
        Document document = new Document();
        notes.forEach(document::warn);
        document.say("At " + at + ": of " + decimal(request.slots()) + " slot weight " + decimal(allocation.free())
                        + " is free, " + decimal(allocation.allocated()) + " is given.")
                .say("")
                .with(submitters());
        if (!groups.isEmpty()) {
            document.say("").with(groupReport());
        }
        return document.with(pool());
    }

    private Report<Row> submitters() {
        Columns<Row> columns = new Columns<Row>()
                .text("submitter", row -> row.award().submitter())
                .text("group", row -> row.award().group());
        unshownIf(groups.isEmpty(), columns)
                .number("effectivePriority", row -> row.each(row.submitter().effectivePriority()))
                .percent("share", row -> row.each(row.award().share()))
                .number("limit", row -> row.each(row.award().limit()))
                .number("inUse", row -> row.submitter().weightInUse())
                .number("demand", row -> row.submitter().demand())
                .number("ceiling", row -> row.submitter().ceiling())
                .unshown()
                .number("floor", row -> row.submitter().floor())
                .unshown()
                .number("gets", row -> row.award().allocated())
                .number("claims", row -> row.award().claim());
        unshownIf(!request.hasPreemption(), columns)
                .number("loses", row -> row.award().excess());
        unshownIf(!request.hasPreemption(), columns)
                .text(
                        "stopped",
                        row -> row.each(words(row.award().stopped())),
                        row -> row.award().stopped());
        return columns.report(rows).withSum(sum());
    }

    private static Columns<Row> unshownIf(boolean is, Columns<Row> columns) {
        return is ? columns.unshown() : columns;
    }

    private Row sum() {
        Award sum = new Award(
                "",
                "",
                0,
                0,
                sum(row -> row.award().allocated()),
                sum(row -> row.award().claim()),
                sum(row -> row.award().excess()),
                RejectReason.SATISFIED);
        return new Row(
                sum,
                Submitter.of("", 1, sum(row -> row.submitter().demand()))
                        .withWeightInUse(sum(row -> row.submitter().weightInUse())));
    }

    private double sum(ToDoubleFunction<Row> value) {
        return rows.stream().mapToDouble(value).sum();
    }

    private Report<GroupAward> groupReport() {
        return new Columns<GroupAward>()
                .text("group", GroupAward::group)
                .number("quota", GroupAward::quota)
                .number("subtreeQuota", GroupAward::subtreeQuota)
                .headed("WITH SUBGROUPS")
                .number("inUse", GroupAward::weightInUse)
                .number("requested", GroupAward::requested)
                .number("entitled", GroupAward::entitled)
                .number("gets", GroupAward::allocated)
                .report(allocation.groups());
    }

    private Report<NegotiationResult> pool() {
        return new Columns<NegotiationResult>()
                .time("at", all -> at)
                .number("slots", all -> request.slots())
                .number("free", NegotiationResult::free)
                .number("gets", NegotiationResult::allocated)
                .report(List.of(allocation))
                .forPrograms();
    }

    private static String words(RejectReason stopped) {
        return switch (stopped) {
            case SATISFIED -> "has all it requested";
            case NO_DEMAND -> "wants nothing";
            case SKIPPED -> "left out";
            case CEILING -> "ceiling";
            case GROUP_QUOTA -> "quota of its group";
            case SHARE -> "has its share";
            case OVER_SHARE -> "has more than its share";
            case POOL_FULL -> "nothing is free";
            case CONCURRENCY_LIMIT -> "concurrency limit";
            case NO_SLOT_FITS -> "no slot fits";
        };
    }
}
