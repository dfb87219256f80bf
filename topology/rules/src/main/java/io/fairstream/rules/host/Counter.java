package io.fairstream.rules.host;

import io.fairstream.rules.Work;

/** Total work of a host for a project, or an app of the project, since the epoch of the host's client. */
public record Counter(String project, String app, Work total) {
    /** Returns true if both counters are of the same project and app. */
    boolean isOfSame(Counter other) {
        return project.equals(other.project) && app.equals(other.app);
    }

    /** Computes the work since the earlier counter: all of it if any quantity is less, since the counter then began from zero. */
    Work since(Counter earlier) {
        return total.isAtLeast(earlier.total) ? total.minus(earlier.total) : total;
    }
}
