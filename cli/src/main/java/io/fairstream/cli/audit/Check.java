package io.fairstream.cli.audit;

import io.fairstream.schemas.Topic;
import java.util.List;
import java.util.Locale;

/**
 * One thing that must hold, and whether it does.
 *
 * @param detail the numbers, for a person to read
 */
record Check(String name, boolean holds, String detail) {
    private static final int MOST_EXAMPLES = 3;

    /** What cannot be known any more. */
    static Check skipped(String name, Topic<?> deleted) {
        return new Check(name, true, "not checked: older records of " + deleted.name() + " are deleted");
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
