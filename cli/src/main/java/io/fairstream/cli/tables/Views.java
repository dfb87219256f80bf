package io.fairstream.cli.tables;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Tally;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Every topic that is shown, with its columns. */
public final class Views {
    private static final double HOUR = 3600;

    static final View<Priority> PRIORITIES = View.latest(
            Topics.PRIORITIES,
            new Table<Priority>()
                    .text("USER", "customer", Priority::getCustomer)
                    .number("EFFECTIVE PRIORITY", "effectivePriority", row -> decimal(row.getEffectivePriority()))
                    .number("REAL PRIORITY", "realPriority", row -> decimal(row.getRealPriority()))
                    .number("FACTOR", "priorityFactor", row -> number(row.getPriorityFactor()))
                    .number("RESOURCES IN USE", "resourcesInUse", Priority::getResourcesInUse)
                    .number("WEIGHT IN USE", "weightInUse", row -> number(row.getWeightInUse()))
                    .number(
                            "WEIGHTED HOURS",
                            "weightedAccumulatedUsage",
                            row -> hours(row.getWeightedAccumulatedUsage()))
                    .text("LAST USE", "lastUsage", Priority::getLastUsage)
                    .text("AS OF", "asOf", Priority::getAsOf),
            Comparator.comparingDouble(Priority::getEffectivePriority).thenComparing(Priority::getCustomer),
            PriorityAt::evaluate);

    static final View<OpenMatch> OPEN_MATCHES = View.latest(
            Topics.OPEN_MATCHES,
            new Table<OpenMatch>()
                    .text("RESOURCE", "resource", OpenMatch::getResource)
                    .text("POOL", "pool", OpenMatch::getPool)
                    .text("USER", "customer", OpenMatch::getCustomer)
                    .number("WEIGHT", "slotWeight", row -> number(row.getSlotWeight()))
                    .text("START", "start", OpenMatch::getStart)
                    .text("MATCH", "matchId", OpenMatch::getMatchId),
            Comparator.comparing(OpenMatch::getResource),
            null);

    static final View<MatchRecord> MATCH_RECORDS = View.of(
            Topics.MATCH_RECORDS,
            Rows::holding,
            Rows::every,
            new Table<MatchRecord>()
                    .text("RESOURCE", "resource", MatchRecord::getResource)
                    .text("POOL", "pool", MatchRecord::getPool)
                    .text("USER", "customer", MatchRecord::getCustomer)
                    .number("WEIGHT", "slotWeight", row -> number(row.getSlotWeight()))
                    .text("START", "start", MatchRecord::getStart)
                    .text("END", "end", MatchRecord::getEnd)
                    .number(
                            "WEIGHTED HOURS",
                            "",
                            row -> hours(row.getSlotWeight() * seconds(Duration.between(row.getStart(), row.getEnd()))))
                    .text("ENDED BY", "endedBy", MatchRecord::getEndedBy)
                    .text("MATCH", "matchId", MatchRecord::getMatchId)
                    .number("REVISION", "revision", MatchRecord::getRevision),
            Comparator.comparing(MatchRecord::getStart)
                    .thenComparing(MatchRecord::getResource)
                    .thenComparing(MatchRecord::getRevision),
            null);

    static final View<Rejection> REJECTIONS = View.every(
            Topics.REJECTIONS,
            new Table<Rejection>()
                    .text("TOPIC", "topic", Rejection::getTopic)
                    .number("PARTITION", "partition", Rejection::getPartition)
                    .number("OFFSET", "offset", Rejection::getOffset)
                    .text("AT", "at", Rejection::getAt)
                    .text("REASON", "reason", Rejection::getReason)
                    .text("DETAIL", "detail", Rejection::getDetail),
            Comparator.comparing(Rejection::getTopic)
                    .thenComparing(Rejection::getPartition)
                    .thenComparing(Rejection::getOffset));

    static final View<Tally> TALLIES = View.latest(
            Topics.TALLIES,
            new Table<Tally>()
                    .text("TOPIC", "topic", Tally::getTopic)
                    .number("PARTITION", "partition", Tally::getPartition)
                    .number("READ", "read", Tally::getRead)
                    .number("APPLIED", "applied", Tally::getApplied)
                    .number("DUPLICATES", "duplicates", Tally::getDuplicates)
                    .number("WITHOUT EFFECT", "withoutEffect", Tally::getWithoutEffect)
                    .number("REJECTED", "rejected", Tally::getRejected)
                    .number("WAITING", "waiting", Tally::getWaiting)
                    .text("NEWEST", "newest", Tally::getNewest),
            Comparator.comparing(Tally::getTopic).thenComparing(Tally::getPartition),
            null);

    static final View<Setting> SETTINGS = View.latest(
            Topics.SETTINGS,
            new Table<Setting>().text("SETTING", "name", Setting::getName).text("VALUE", "value", Setting::getValue),
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
            REJECTIONS,
            TALLIES,
            SETTINGS);

    private Views() {}

    /** Reads a view's name on the command line. */
    public static final class Converter implements ITypeConverter<View<?>> {
        @Override
        public View<?> convert(String name) {
            return ALL.stream()
                    .filter(view -> view.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("\"" + name + "\" (expected: one of "
                            + String.join(", ", ALL.stream().map(View::name).toList()) + ")"));
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static String hours(double seconds) {
        return decimal(seconds / HOUR);
    }

    private static String decimal(double value) {
        return Numbers.decimal(value);
    }

    /** With two decimals; without any when it is whole, which factors and weights mostly are. */
    private static String number(double value) {
        return Numbers.number(value);
    }
}
