package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** All topics with a view, and their columns. */
public final class Views {
    public static final View<Priority> PRIORITIES = View.latest(
            Topics.PRIORITIES,
            new Columns<Priority>()
                    .text("customer", Priority::getCustomer)
                    .number("effectivePriority", row -> row.getEffectivePriority())
                    .number("realPriority", row -> row.getRealPriority())
                    .number("priorityFactor", row -> row.getPriorityFactor())
                    .add("resourcesInUse", Format.WHOLE, Priority::getResourcesInUse)
                    .number("weightInUse", row -> row.getWeightInUse())
                    .hours("weightedAccumulatedUsage", row -> row.getWeightedAccumulatedUsage())
                    .text("lastUsage", Priority::getLastUsage)
                    .text("asOf", Priority::getAsOf),
            Comparator.comparingDouble(Priority::getEffectivePriority).thenComparing(Priority::getCustomer),
            PriorityAt::evaluate);

    static final View<OpenMatch> OPEN_MATCHES = View.latest(
            Topics.OPEN_MATCHES,
            new Columns<OpenMatch>()
                    .text("resource", OpenMatch::getResource)
                    .text("pool", OpenMatch::getPool)
                    .text("customer", OpenMatch::getCustomer)
                    .number("slotWeight", row -> row.getSlotWeight())
                    .text("start", OpenMatch::getStart)
                    .text("matchId", OpenMatch::getMatchId),
            Comparator.comparing(OpenMatch::getResource),
            null);

    static final View<MatchRecord> MATCH_RECORDS = View.of(
            Topics.MATCH_RECORDS,
            Rows::holding,
            Rows::every,
            new Columns<MatchRecord>()
                    .text("resource", MatchRecord::getResource)
                    .text("pool", MatchRecord::getPool)
                    .text("customer", MatchRecord::getCustomer)
                    .number("slotWeight", row -> row.getSlotWeight())
                    .text("start", MatchRecord::getStart)
                    .text("end", MatchRecord::getEnd)
                    .hours(
                            "weightedSeconds",
                            row -> row.getSlotWeight() * seconds(Duration.between(row.getStart(), row.getEnd())))
                    .text("endedBy", MatchRecord::getEndedBy)
                    .text("matchId", MatchRecord::getMatchId)
                    .add("revision", Format.WHOLE, MatchRecord::getRevision),
            Comparator.comparing(MatchRecord::getStart)
                    .thenComparing(MatchRecord::getResource)
                    .thenComparing(MatchRecord::getRevision),
            null);

    static final View<Rejection> REJECTIONS = View.every(
            Topics.REJECTIONS,
            new Columns<Rejection>()
                    .text("topic", Rejection::getTopic)
                    .add("partition", Format.WHOLE, Rejection::getPartition)
                    .add("offset", Format.WHOLE, Rejection::getOffset)
                    .text("at", Rejection::getAt)
                    .text("reason", Rejection::getReason)
                    .text("detail", Rejection::getDetail),
            Comparator.comparing(Rejection::getTopic)
                    .thenComparing(Rejection::getPartition)
                    .thenComparing(Rejection::getOffset));

    static final View<InputCounts> INPUT_COUNTS = View.latest(
            Topics.INPUT_COUNTS,
            new Columns<InputCounts>()
                    .text("topic", InputCounts::getTopic)
                    .add("partition", Format.WHOLE, InputCounts::getPartition)
                    .add("read", Format.WHOLE, InputCounts::getRead)
                    .add("applied", Format.WHOLE, InputCounts::getApplied)
                    .add("duplicates", Format.WHOLE, InputCounts::getDuplicates)
                    .add("withoutEffect", Format.WHOLE, InputCounts::getWithoutEffect)
                    .add("rejected", Format.WHOLE, InputCounts::getRejected)
                    .add("waiting", Format.WHOLE, InputCounts::getWaiting)
                    .text("newest", InputCounts::getNewest),
            Comparator.comparing(InputCounts::getTopic).thenComparing(InputCounts::getPartition),
            null);

    static final View<Setting> SETTINGS = View.latest(
            Topics.SETTINGS,
            new Columns<Setting>()
                    .text("name", Setting::getName)
                    .text("value", Setting::getValue)
                    .time("at", Setting::getAt)
                    .text("by", Setting::getBy)
                    .text("reason", Setting::getReason),
            Comparator.comparing(Setting::getName),
            null);

    private static final List<View<?>> ALL = List.of(
            PRIORITIES,
            OPEN_MATCHES,
            MATCH_RECORDS,
            JobViews.JOBS,
            JobViews.JOB_ACCOUNTING,
            JobViews.NODES,
            JobViews.USER_ACCOUNTING,
            ShareViews.SHARES,
            ShareViews.ASSOCIATION_USAGE,
            ShareViews.FAIR_SHARE,
            HostViews.HOSTS,
            HostViews.DAILY,
            HostViews.BALANCES,
            HostViews.ASSIGNMENTS,
            HostViews.ALLOCATIONS,
            HostViews.PROJECTS,
            HostViews.PREFERENCES,
            ChargeView.CHARGES,
            SteeringViews.SHADOW,
            SteeringViews.STEERING,
            SteeringViews.STEERED,
            REJECTIONS,
            INPUT_COUNTS,
            SETTINGS);

    private Views() {}

    public static Optional<View<?>> named(String name) {
        return ALL.stream().filter(view -> view.name().equals(name)).findFirst();
    }

    /** Returns the names in the order of the catalogue. */
    public static List<String> names() {
        return ALL.stream().map(View::name).toList();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
