package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Shadow;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
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

    private static final View<ShareNode> SHARES = View.latest(
            Topics.SHARES,
            new Columns<ShareNode>()
                    .text("path", ShareNode::getPath)
                    .text("kind", ShareNode::getKind)
                    .number("shares", ShareNode::getShares)
                    .shownAs(row -> row.getUseParent() ? "parent" : row.getShares())
                    .text("useParent", ShareNode::getUseParent)
                    .unshown()
                    .text("active", row -> yes(row.getActive()), row -> row.getActive()),
            Comparator.comparing(ShareNode::getPath),
            null);

    private static final View<AssociationUsage> ASSOCIATION_USAGE = View.latest(
            Topics.ASSOCIATION_USAGE,
            new Columns<AssociationUsage>()
                    .text("path", AssociationUsage::getPath)
                    .text("kind", AssociationUsage::getKind)
                    .number("shares", AssociationUsage::getShares)
                    .shownAs(row -> row.getUseParent() ? "parent" : row.getShares())
                    .text("useParent", AssociationUsage::getUseParent)
                    .unshown()
                    .text("active", row -> yes(row.getActive()), row -> row.getActive())
                    .number("rawUsage", row -> row.getRawUsage())
                    .number("periodUsage", row -> row.getPeriodUsage())
                    .number("smoothUsage", row -> row.getSmoothUsage())
                    .number("weightInUse", row -> row.getWeightInUse())
                    .text("asOf", AssociationUsage::getAsOf),
            Comparator.comparing(AssociationUsage::getPath),
            AssociationUsageAt::evaluate);

    private static final View<FairShare> FAIR_SHARE = View.latest(
            Topics.FAIR_SHARE,
            new Columns<FairShare>()
                    .text("path", FairShare::getPath)
                    .text("policy", FairShare::getPolicy)
                    .add("factor", Format.FACTOR, row -> row.getFactor())
                    .add("rank", Format.WHOLE, FairShare::getRank)
                    .add("of", Format.WHOLE, FairShare::getOf)
                    .add("levelShare", Format.FACTOR, FairShare::getLevelShare)
                    .shownAs(row -> row.getLevelShare() == null ? "inf" : row.getLevelShare())
                    .add("normalisedShares", Format.FACTOR, row -> row.getNormalisedShares())
                    .number("usage", row -> row.getUsage())
                    .add("effectiveUsage", Format.FACTOR, row -> row.getEffectiveUsage())
                    .text("asOf", FairShare::getAsOf),
            Comparator.comparing(FairShare::getRank).reversed().thenComparing(FairShare::getPath),
            null);

    private static final View<Shadow> SHADOW = View.latest(
            Topics.SHADOW,
            new Columns<Shadow>()
                    .text("target", Shadow::getTarget)
                    .text("name", Shadow::getName)
                    .text("customer", Shadow::getCustomer)
                    .number("theirs", row -> row.getTheirs())
                    .number("ours", Shadow::getOurs)
                    .percent("difference", Shadow::getDifference)
                    .text("since", Shadow::getSince)
                    .text("explanation", Shadow::getExplanation),
            Comparator.comparing(Shadow::getTarget).thenComparing(Shadow::getName),
            null);

    private static final View<Steering> STEERING = View.every(
            Topics.STEERING,
            new Columns<Steering>()
                    .text("at", Steering::getAt)
                    .text("target", Steering::getTarget)
                    .text("name", Steering::getName)
                    .text("kind", Steering::getKind)
                    .text("phase", Steering::getPhase)
                    .number("before", row -> row.getBefore())
                    .number("value", row -> row.getValue())
                    .text("reason", Steering::getReason)
                    .text("answer", Steering::getAnswer),
            Comparator.comparing(Steering::getAt)
                    .thenComparing(Steering::getTarget)
                    .thenComparing(Steering::getName)
                    .thenComparing(Steering::getPhase));

    private static final View<Steered> STEERED = View.latest(
            Topics.STEERED,
            new Columns<Steered>()
                    .text("target", Steered::getTarget)
                    .text("name", Steered::getName)
                    .number("original", row -> row.getOriginal())
                    .number("value", row -> row.getValue())
                    .text("answered", Steered::getAnswered)
                    .text("paused", Steered::getPaused)
                    .text("by", Steered::getBy)
                    .text("reason", Steered::getReason)
                    .text("at", Steered::getAt),
            Comparator.comparing(Steered::getTarget).thenComparing(Steered::getName),
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
            SHARES,
            ASSOCIATION_USAGE,
            FAIR_SHARE,
            HostViews.HOSTS,
            HostViews.DAILY,
            HostViews.BALANCES,
            HostViews.NOTICES,
            HostViews.ASSIGNMENTS,
            HostViews.ALLOCATIONS,
            HostViews.PROJECTS,
            HostViews.PREFERENCES,
            ChargeFields.CHARGES,
            SHADOW,
            STEERING,
            STEERED,
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

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }
}
