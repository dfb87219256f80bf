package io.fairstream.rules.share;

import java.util.List;

/** Outcome of a check of nodes that should form a tree. */
public sealed interface TreeOutcome {
    /** They do. */
    record Valid(ShareTree tree) implements TreeOutcome {}

    /**
     * They do not.
     *
     * @param problems all of them; each with the value, what was expected, and the path
     */
    record Invalid(List<String> problems) implements TreeOutcome {
        public Invalid {
            problems = List.copyOf(problems);
        }
    }
}
