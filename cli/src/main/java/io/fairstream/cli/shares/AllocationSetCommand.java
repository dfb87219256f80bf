package io.fairstream.cli.shares;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.query.records.Failure;
import io.fairstream.query.shares.AllocationChanges;
import io.fairstream.query.shares.AllocationEdit;
import io.fairstream.query.shares.AllocationEdit.Field;
import io.fairstream.query.shares.Change;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
import io.fairstream.schemas.WhenSpent;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code allocations set}. */
@Command(
        name = "set",
        sortOptions = false,
        footer = {
            "fairstream allocations set /root/physics --hours 100000 --bootstrap-server HOST:PORT",
            "fairstream allocations set /root/physics --accrual-hours 8000 --every 30d --carry-over none"
                    + " --bootstrap-server HOST:PORT"
        },
        description = {
            "Give a target an allocation, or change it. Options that are not given keep what is set.",
            "A changed allocation is charged again for all since its start."
        })
final class AllocationSetCommand extends ShareCommand {
    private static final String NONE = "none";

    @Parameters(
            index = "0",
            paramLabel = "TARGET",
            description =
                    "A bank, or a user in a bank, after a slash: /root/physics/alice. Or a project, or project/app.")
    private String target = "";

    @Option(names = "--hours", paramLabel = "N", description = "What is granted at the start, in hours of the unit.")
    private @Nullable Double hours;

    @Option(names = "--amount", paramLabel = "N", description = "The same in the unit itself: seconds, joules, FLOPs.")
    private @Nullable Double amount;

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            description = "CPU, GPU, NODE, BILLING (usage.weights) or ENERGY. Default: CPU. Not of projects.")
    private @Nullable AllocationUnit unit;

    @Option(
            names = "--accrual-hours",
            paramLabel = "N",
            description = "What each interval adds at its end, in hours of the unit.")
    private @Nullable Double accrualHours;

    @Option(names = "--accrual", paramLabel = "N", description = "The same in the unit itself.")
    private @Nullable Double accrual;

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Length of an interval, such as 30d.")
    private @Nullable Duration every;

    @Option(
            names = "--start",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Since when it is charged and accrues. Default: the begin of today, UTC.")
    private @Nullable Instant start;

    @Option(
            names = "--end",
            paramLabel = "TIME",
            converter = End.class,
            description = "When accrual ends, or none. What is left stays.")
    private @Nullable String end;

    @Option(names = "--cap-hours", paramLabel = "N", description = "Balance above which nothing accrues, in hours.")
    private @Nullable Double capHours;

    @Option(names = "--cap", paramLabel = "N", description = "The same in the unit itself, or none.")
    private @Nullable String cap;

    @Option(
            names = "--carry-over",
            paramLabel = "PART",
            description =
                    "Part of what is left at the end of an interval that stays: 0 to 1, all or none. Default: all.")
    private @Nullable String carryOver;

    @Option(
            names = "--thresholds",
            paramLabel = "PERCENT",
            description =
                    "A notice is written when so much is spent, such as 80,90,100, or none. Default of a new path:"
                            + " 80,90,100.")
    private @Nullable String thresholds;

    @Option(
            names = "--contact",
            paramLabel = "ADDRESS",
            description =
                    "E-mail address of one who gets the notices, or none; can be repeated. Replaces all contacts.")
    private List<String> contacts = new ArrayList<>();

    @Option(
            names = "--when-spent",
            paramLabel = "ACTION",
            description =
                    "What steer does when nothing is left: nothing, hold new jobs, or lower them. Default: nothing.")
    private @Nullable WhenSpent whenSpent;

    @Option(names = "--remove", description = "Remove the allocation.")
    private boolean isRemoved;

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    /** A time, or none. */
    static final class End implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            return text.equals(NONE)
                    ? text
                    : new InstantConverter().convert(text).toString();
        }
    }

    @Override
    Cluster openCluster() {
        return openToWait();
    }

    @Override
    int run() throws IOException, InterruptedException {
        Map<Field, String> given = given();
        if (isRemoved != given.isEmpty()) {
            throw usage(
                    isRemoved
                            ? "--remove: together with --"
                                    + given.keySet().iterator().next() + " (expected: alone)"
                            : "allocations set: nothing is given (expected: --hours, --remove or another option)");
        }
        return onCluster(reader -> {
            AllocationDecisions decisions = new AllocationDecisions(reader);
            SortedMap<String, Allocation> before = decisions.allocations();
            Change<Allocation> change = new Change<>(before, after(before, given));
            decisions.make(change, waiting.patience());
            print(AllocationChanges.sentences(change.differences())
                    .with(AllocationChanges.rows(
                            change.differences(), !waiting.patience().isZero())));
            if (change.differences().isEmpty()) {
                err().println(target + ": as it was");
            }
            return 0;
        });
    }

    private SortedMap<String, Allocation> after(SortedMap<String, Allocation> before, Map<Field, String> given) {
        SortedMap<String, Allocation> after = new TreeMap<>(before);
        if (!isRemoved) {
            after.put(
                    target,
                    Failure.ifRefused(() ->
                            AllocationEdit.of(given).applyTo(target, before.get(target), AllocationDecisions.today())));
        } else if (after.remove(target) == null) {
            throw new Failure(target + ": no allocation (expected: a target that allocations list shows)");
        }
        return after;
    }

    private Map<Field, String> given() {
        Map<Field, String> given = new EnumMap<>(Field.class);
        put(Field.HOURS, hours, given);
        put(Field.AMOUNT, amount, given);
        put(Field.UNIT, unit, given);
        put(Field.ACCRUAL_HOURS, accrualHours, given);
        put(Field.ACCRUAL, accrual, given);
        put(Field.EVERY, every, given);
        put(Field.START, start, given);
        put(Field.END, end, given);
        put(Field.CAP_HOURS, capHours, given);
        put(Field.CAP, cap, given);
        put(Field.CARRY_OVER, carryOver, given);
        put(Field.THRESHOLDS, thresholds, given);
        put(Field.CONTACTS, contacts.isEmpty() ? null : String.join(" ", contacts), given);
        put(Field.WHEN_SPENT, whenSpent, given);
        return given;
    }

    private static void put(Field field, @Nullable Object value, Map<Field, String> given) {
        if (value != null) {
            given.put(field, value.toString());
        }
    }
}
