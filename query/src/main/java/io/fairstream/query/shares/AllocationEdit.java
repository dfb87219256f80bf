package io.fairstream.query.shares;

import io.fairstream.app.config.Durations;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
import io.fairstream.schemas.WhenSpent;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Edit of an allocation: the fields that are given, others keep their values; or a whole allocation.
 *
 * @param given texts by field
 * @param whole null if fields are given
 */
public record AllocationEdit(
        Map<Field, String> given, @Nullable Allocation whole) {
    /** Thresholds of a new allocation of a path. */
    static final List<Integer> THRESHOLDS = List.of(80, 90, 100);

    private static final String NONE = "none";
    private static final double HOUR = 3600;
    private static final double MILLIS = 1e3;

    /** Fields as people name them; {@link #NONE} empties those that may be empty. */
    public enum Field {
        UNIT(""),
        HOURS(""),
        AMOUNT("initialbalance"),
        ACCRUAL(""),
        ACCRUAL_HOURS(""),
        EVERY("interval"),
        START(""),
        END(""),
        CAP(""),
        CAP_HOURS(""),
        CARRY_OVER(""),
        THRESHOLDS(""),
        CONTACTS("contact"),
        WHEN_SPENT("");

        private final String alias;

        /** @param alias another name of its column; empty for none */
        Field(String alias) {
            this.alias = alias;
        }

        /** Returns the field of a column, named in lower case without hyphens; null if it is of none. */
        static @Nullable Field of(String column) {
            return Arrays.stream(values())
                    .filter(field -> (!column.isEmpty() && column.equals(field.alias))
                            || column.equals(field.toString().replace("-", "")))
                    .findFirst()
                    .orElse(null);
        }

        /** Returns the name with a hyphen between words, as in options. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns the edit of these fields; those with an empty text are not given. */
    public static AllocationEdit of(Map<Field, String> texts) {
        Map<Field, String> given = new LinkedHashMap<>();
        texts.forEach((field, text) -> {
            if (!text.isBlank()) {
                given.put(field, text.strip());
            }
        });
        return new AllocationEdit(given, null);
    }

    static AllocationEdit of(Allocation whole) {
        return new AllocationEdit(Map.of(), whole);
    }

    /**
     * Returns the edited allocation.
     *
     * @param before null for a new allocation
     * @param today start of a new allocation
     * @throws IllegalArgumentException if a text is malformed, or the allocation is impossible
     */
    public Allocation applyTo(String target, @Nullable Allocation before, Instant today) {
        try {
            Allocation after = whole == null ? edited(target, before, today) : whole;
            String refusal = AllocationCheck.refusal(after);
            if (refusal != null) {
                throw new IllegalArgumentException(refusal);
            }
            return after;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ", target " + target, e);
        }
    }

    private Allocation edited(String target, @Nullable Allocation before, Instant today) {
        Allocation.Builder to = before == null ? fresh(target, today) : Allocation.newBuilder(before);
        if (before == null) {
            expectGrant();
        }
        set(Field.UNIT, AllocationEdit::unit, to::setUnit);
        amount(Field.AMOUNT, Field.HOURS, to, to::setInitialBalance);
        amount(Field.ACCRUAL, Field.ACCRUAL_HOURS, to, to::setAccrual);
        set(Field.EVERY, Durations::parse, every -> to.setInterval(every.toMillis() / MILLIS));
        set(Field.START, AllocationEdit::instant, to::setStart);
        emptiable(Field.END, AllocationEdit::instant, to::setEnd);
        if (NONE.equals(given.get(Field.CAP))) {
            to.setCap(null);
        } else {
            amount(Field.CAP, Field.CAP_HOURS, to, to::setCap);
        }
        set(Field.CARRY_OVER, AllocationEdit::part, to::setCarryOver);
        set(Field.THRESHOLDS, text -> words(text, AllocationEdit::threshold), to::setThresholds);
        set(Field.CONTACTS, text -> words(text, word -> word), to::setContacts);
        set(Field.WHEN_SPENT, AllocationEdit::whenSpent, to::setWhenSpent);
        return to.build();
    }

    private static Allocation.Builder fresh(String target, Instant today) {
        boolean isPath = AllocationCheck.isPath(target);
        Allocation.Builder fresh = Allocation.newBuilder()
                .setTarget(target)
                .setProject(isPath ? "" : io.fairstream.rules.usage.Allocation.project(target))
                .setApp(isPath ? "" : io.fairstream.rules.usage.Allocation.app(target))
                .setStart(today);
        return isPath ? fresh.setUnit(AllocationUnit.CPU).setThresholds(THRESHOLDS) : fresh;
    }

    private void expectGrant() {
        boolean isAccruing = given.containsKey(Field.ACCRUAL) || given.containsKey(Field.ACCRUAL_HOURS);
        if (!isAccruing && !given.containsKey(Field.AMOUNT) && !given.containsKey(Field.HOURS)) {
            throw new IllegalArgumentException("hours: none (expected: hours, amount or accrual of a new allocation)");
        }
        if (isAccruing && !given.containsKey(Field.EVERY)) {
            throw new IllegalArgumentException("every: none (expected: the interval of the accrual, such as 30d)");
        }
    }

    private <T> void set(Field field, Function<String, T> parse, Consumer<T> to) {
        String text = given.get(field);
        if (text == null) {
            return;
        }
        try {
            to.accept(parse.apply(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field + ": " + e.getMessage(), e);
        }
    }

    private <T> void emptiable(Field field, Function<String, T> parse, Consumer<@Nullable T> to) {
        if (NONE.equals(given.get(field))) {
            to.accept(null);
        } else {
            set(field, parse, to);
        }
    }

    /** Sets an amount that is given in the unit itself or in hours of it. */
    private void amount(Field plain, Field hours, Allocation.Builder to, Consumer<Double> amount) {
        if (given.containsKey(plain) && given.containsKey(hours)) {
            throw new IllegalArgumentException(
                    hours + ": " + given.get(hours) + " (expected: not together with " + plain + ")");
        }
        AllocationUnit unit = to.getUnit();
        set(plain, AllocationEdit::number, amount);
        set(
                hours,
                text -> {
                    if (unit == null || unit == AllocationUnit.ENERGY) {
                        String of =
                                unit == null ? "projects have the unit allocation.charge.unit" : "ENERGY is in joules";
                        throw new IllegalArgumentException(text + " (expected: " + plain + "; " + of + ")");
                    }
                    return number(text) * HOUR;
                },
                amount);
    }

    /** Returns the unit; null for those of projects. */
    private static @Nullable AllocationUnit unit(String text) {
        if (text.equals("FLOPs") || text.equals("s")) {
            return null;
        }
        if (text.equals("J")) {
            return AllocationUnit.ENERGY;
        }
        return constant(AllocationUnit.class, text.replaceFirst(" s$", ""), "CPU, GPU, NODE, BILLING or ENERGY");
    }

    private static WhenSpent whenSpent(String text) {
        return constant(WhenSpent.class, text, "nothing, lower or hold");
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text, String expected) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> unexpected(text, expected));
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw unexpected(text, "a number");
        }
    }

    private static double part(String text) {
        if (text.equals(NONE)) {
            return 0;
        }
        try {
            return text.equals("all") ? 1 : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw unexpected(text, "0 to 1, all or none");
        }
    }

    private static int threshold(String word) {
        if (!word.matches("\\d{1,9}")) {
            throw unexpected(word, "per cent, such as 80,90,100, or none");
        }
        return Integer.parseInt(word);
    }

    private static <T> List<T> words(String text, Function<String, T> word) {
        return text.equals(NONE)
                ? List.of()
                : Arrays.stream(text.split("[,;\\s]+", -1))
                        .filter(part -> !part.isEmpty())
                        .map(word)
                        .toList();
    }

    private static Instant instant(String text) {
        try {
            return text.contains("T")
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException e) {
            throw unexpected(text, "a time like 2026-03-02 or 2026-03-02T08:00:00Z");
        }
    }

    private static IllegalArgumentException unexpected(String text, String expected) {
        return new IllegalArgumentException("\"" + text + "\" (expected: " + expected + ")");
    }

    /** Returns the length of the interval of an allocation, to the millisecond. */
    static Duration interval(Allocation allocation) {
        return Duration.ofMillis(Math.round(allocation.getInterval() * MILLIS));
    }
}
