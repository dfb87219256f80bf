package io.fairstream.query.shares;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Numbers;
import io.fairstream.query.columns.Report;
import io.fairstream.query.shares.Change.Difference;
import io.fairstream.schemas.Allocation;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Output of changes of allocations. */
public final class AllocationChanges {
    private static final String NONE = "none";
    private static final String ALL = "all";
    private static final Set<String> DEFAULTS = Set.of(NONE, ALL, "nothing");

    private AllocationChanges() {}

    /** Returns the differences for people, a sentence each. */
    public static Document sentences(List<Difference<Allocation>> differences) {
        Document document = new Document();
        differences.forEach(difference -> document.say(difference.path() + ": " + sentence(difference)));
        return document;
    }

    /**
     * Returns the differences as rows for programs.
     *
     * @param isTaken whether the topology is known to have applied them
     */
    public static Report<Difference<Allocation>> rows(List<Difference<Allocation>> differences, boolean isTaken) {
        return new Columns<Difference<Allocation>>()
                .text("target", Difference::path)
                .text("change", Difference::kind)
                .text("unit", after(AllocationCheck::unit))
                .text("initialBalance", after(Allocation::getInitialBalance))
                .text("accrual", after(Allocation::getAccrual))
                .text("interval", after(Allocation::getInterval))
                .text("start", after(Allocation::getStart))
                .text("end", after(Allocation::getEnd))
                .text("cap", after(Allocation::getCap))
                .text("carryOver", after(Allocation::getCarryOver))
                .text("thresholds", after(Allocation::getThresholds))
                .text("contacts", after(Allocation::getContacts))
                .text("whenSpent", after(Allocation::getWhenSpent))
                .text("taken", difference -> isTaken)
                .report(differences)
                .forPrograms();
    }

    private static Function<Difference<Allocation>, @Nullable Object> after(
            Function<Allocation, @Nullable Object> value) {
        return difference -> {
            Allocation after = difference.after();
            return after == null ? null : value.apply(after);
        };
    }

    private static String sentence(Difference<Allocation> difference) {
        Allocation before = difference.before();
        Allocation after = difference.after();
        if (after == null) {
            return "removed";
        }
        Map<String, String> now = words(after);
        if (before == null) {
            return "added, "
                    + now.entrySet().stream()
                            .filter(field -> !DEFAULTS.contains(field.getValue()))
                            .map(field -> field.getKey() + " " + field.getValue())
                            .collect(Collectors.joining(", "));
        }
        Map<String, String> was = words(before);
        return now.entrySet().stream()
                .filter(field -> !field.getValue().equals(was.get(field.getKey())))
                .map(field -> field.getKey() + " " + field.getValue() + " (was " + was.get(field.getKey()) + ")")
                .collect(Collectors.joining("; "));
    }

    /** Returns the fields in words; {@link #DEFAULTS} for what is as by default. */
    private static Map<String, String> words(Allocation allocation) {
        AllocationAmounts amounts = AllocationAmounts.of(allocation);
        double accrual = allocation.getAccrual();
        Double cap = allocation.getCap();
        Instant end = allocation.getEnd();
        double carryOver = allocation.getCarryOver();
        Map<String, String> words = new LinkedHashMap<>();
        words.put("grant", amounts.text(allocation.getInitialBalance()));
        words.put("accrual", accrual == 0 ? NONE : amounts.text(accrual) + " every " + every(allocation));
        words.put("cap", cap == null ? NONE : amounts.text(cap));
        words.put("carry-over", carryOver == 1 ? ALL : Numbers.percent(carryOver));
        words.put("start", time(allocation.getStart()));
        words.put("end", end == null ? NONE : time(end));
        words.put("thresholds", joined(allocation.getThresholds(), " %"));
        words.put("contacts", joined(allocation.getContacts(), ""));
        words.put("when spent", allocation.getWhenSpent().name().toLowerCase(Locale.ROOT));
        return words;
    }

    private static String joined(List<?> values, String end) {
        return values.isEmpty()
                ? NONE
                : values.stream().map(Objects::toString).collect(Collectors.joining(" ", "", end));
    }

    private static String every(Allocation allocation) {
        Duration interval = AllocationEdit.interval(allocation);
        boolean isDays = interval.equals(Duration.ofDays(interval.toDays()));
        return isDays
                ? String.format(Locale.ROOT, "%,d d", interval.toDays())
                : Numbers.number(allocation.getInterval()) + " s";
    }

    /** Returns a time in UTC; the day if it is the begin of one. */
    private static String time(Instant at) {
        return at.toString().endsWith("T00:00:00Z")
                ? at.atZone(ZoneOffset.UTC).toLocalDate().toString()
                : at.toString();
    }
}
