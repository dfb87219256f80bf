package io.fairstream.query.audit;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One condition of the audit and its result.
 *
 * @param detail the numbers, for a person to read
 * @param gap number of records that are missing for a reason that an administrator may accept; 0 for none
 */
public record Check(String name, boolean holds, String detail, long gap) {
    private static final int MAX_EXAMPLES = 3;

    Check(String name, boolean holds, String detail) {
        this(name, holds, detail, 0);
    }

    /** Returns a check that cannot be made because older records are deleted. */
    static Check skipped(String name, Topic<?> deleted) {
        return new Check(name, true, "not checked: older records of " + deleted.name() + " are deleted");
    }

    /** Returns a check that cannot be made because a setting changed. */
    static Check skipped(String name, String setting) {
        return new Check(name, true, "not checked: " + setting + " was changed");
    }

    /** Returns true if it holds because there is nothing to check: all its counts are 0. */
    boolean isOfNothing() {
        return holds && detail.matches("[^1-9]*0[^1-9]*");
    }

    /** Returns this check, or a skipped one if records are deleted. */
    Check ifWhole(boolean isWhole) {
        return isWhole ? this : skipped(name, Topics.CHARGES);
    }

    /** Returns the difference between actual and expected value, if any. */
    static Optional<String> difference(String name, String what, Object is, Object should) {
        return Optional.of("\"" + name + "\" " + what + ": " + is + " (expected: " + should + ")");
    }

    /** Returns the difference for a missing row. */
    static String missing(String name) {
        return "\"" + name + "\": no row (expected: one)";
    }

    /** Creates a check that holds if there are no differences; it shows the first ones. */
    static Check of(String name, String whenFine, List<String> differences) {
        if (differences.isEmpty()) {
            return new Check(name, true, whenFine);
        }
        String examples = String.join("; ", differences.subList(0, Math.min(MAX_EXAMPLES, differences.size())));
        String more = differences.size() > MAX_EXAMPLES
                ? String.format(Locale.ROOT, "; and %,d more", differences.size() - MAX_EXAMPLES)
                : "";
        return new Check(name, false, examples + more);
    }
}
