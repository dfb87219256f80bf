package io.fairstream.cli.tables;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.Rejection;
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

    static final View<Priority> PRIORITIES = new View<>(
            Topics.PRIORITIES,
            Rows::latest,
            Rows::latest,
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
            Comparator.comparingDouble(Priority::getEffectivePriority).thenComparing(Priority::getCustomer));

    static final View<OpenMatch> OPEN_MATCHES = new View<>(
            Topics.OPEN_MATCHES,
            Rows::latest,
            Rows::latest,
            new Table<OpenMatch>()
                    .text("RESOURCE", "resource", OpenMatch::getResource)
                    .text("POOL", "pool", OpenMatch::getPool)
                    .text("USER", "customer", OpenMatch::getCustomer)
                    .number("WEIGHT", "slotWeight", row -> number(row.getSlotWeight()))
                    .text("START", "start", OpenMatch::getStart)
                    .text("MATCH", "matchId", OpenMatch::getMatchId),
            Comparator.comparing(OpenMatch::getResource));

    static final View<MatchRecord> MATCH_RECORDS = new View<>(
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
                    .thenComparing(MatchRecord::getRevision));

    static final View<Charge> CHARGES = new View<>(
            Topics.CHARGES,
            Rows::every,
            Rows::every,
            new Table<Charge>()
                    .text("AT", "at", row -> rate(row).getAt())
                    .text("ACCOUNT", "account", Charge::getAccount)
                    .text("THING", "thing", Charge::getThing)
                    .number("RESOURCES", "resources", row -> signed(rate(row).getResources()))
                    .number("WEIGHT", "weight", row -> signed(rate(row).getWeight()))
                    .text("SINCE", "since", row -> rate(row).getSince())
                    .text("CAUSE", "cause", Views::cause),
            Comparator.comparing(row -> rate(row).getAt()));

    static final View<Rejection> REJECTIONS = new View<>(
            Topics.REJECTIONS,
            Rows::every,
            Rows::every,
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

    static final View<Tally> TALLIES = new View<>(
            Topics.TALLIES,
            Rows::latest,
            Rows::latest,
            new Table<Tally>()
                    .text("TOPIC", "topic", Tally::getTopic)
                    .number("PARTITION", "partition", Tally::getPartition)
                    .number("READ", "read", Tally::getRead)
                    .number("APPLIED", "applied", Tally::getApplied)
                    .number("DUPLICATES", "duplicates", Tally::getDuplicates)
                    .number("WITHOUT EFFECT", "withoutEffect", Tally::getWithoutEffect)
                    .number("REJECTED", "rejected", Tally::getRejected)
                    .text("NEWEST", "newest", Tally::getNewest),
            Comparator.comparing(Tally::getTopic).thenComparing(Tally::getPartition));

    private static final List<View<?>> ALL =
            List.of(PRIORITIES, OPEN_MATCHES, MATCH_RECORDS, CHARGES, REJECTIONS, TALLIES);

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

    private static RateChange rate(Charge charge) {
        return (RateChange) charge.getEntry();
    }

    private static String cause(Charge charge) {
        return charge.getCause().getTopic() + "/" + charge.getCause().getPartition() + "/"
                + charge.getCause().getOffset();
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

    private static String signed(double value) {
        return (value > 0 ? "+" : "") + number(value);
    }
}
