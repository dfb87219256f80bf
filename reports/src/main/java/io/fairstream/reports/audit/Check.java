package io.fairstream.reports.audit;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing that must hold, and whether it does.
 *
 * @param detail the numbers, for a person to read
 * @param gap how many records are missing for a reason that somebody may know and accept; 0 for none
 */
public record Check(String name, boolean holds, String detail, long gap) {
    private static final int MOST_EXAMPLES = 3;

    Check(String name, boolean holds, String detail) {
        this(name, holds, detail, 0);
    }

    /** Check that can no longer be made because older records are deleted. */
    static Check skipped(String name, Topic<?> deleted) {
        return new Check(name, true, "not checked: older records of " + deleted.name() + " are deleted");
    }

    /** A check that cannot be made after a change of a setting. */
    static Check skipped(String name, String setting) {
        return new Check(name, true, "not checked: " + setting + " was changed");
    }

    /** True if it holds because there is nothing to check: all that it has counted is 0. */
    boolean isOfNothing() {
        return holds && detail.matches("[^1-9]*0[^1-9]*");
    }

    /** This, or that it cannot be known any more. */
    Check ifWhole(boolean isWhole) {
        return isWhole ? this : skipped(name, Topics.CHARGES);
    }

    /** A difference: what is, and what should be. */
    static Optional<String> difference(String name, String what, Object is, Object should) {
        return Optional.of("\"" + name + "\" " + what + ": " + is + " (expected: " + should + ")");
    }

    /** A difference: there is no row. */
    static String missing(String name) {
        return "\"" + name + "\": no row (expected: one)";
    }

    /** Holds if there are no differences; shows the first of them. */
    static Check of(String name, String whenFine, List<String> differences) {
        if (differences.isEmpty()) {
            return new Check(name, true, whenFine);
        }
        String examples = String.join("; ", differences.subList(0, Math.min(MOST_EXAMPLES, differences.size())));
        String more = differences.size() > MOST_EXAMPLES
                ? String.format(Locale.ROOT, "; and %,d more", differences.size() - MOST_EXAMPLES)
                : "";
        return new Check(name, false, examples + more);
    }
}
