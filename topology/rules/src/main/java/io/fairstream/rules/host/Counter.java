package io.fairstream.rules.host;

import io.fairstream.rules.Work;

/** What a host has done for a project, or an app of it, since its client's epoch. */
public record Counter(String project, String app, Work total) {
    /** Whether both are of the same project and app. */
    boolean isOfSame(Counter other) {
        return project.equals(other.project) && app.equals(other.app);
    }

    /** What was done since the earlier one: all there is if any quantity is less, since then it began from zero. */
    Work since(Counter earlier) {
        return total.isAtLeast(earlier.total) ? total.minus(earlier.total) : total;
    }
}
