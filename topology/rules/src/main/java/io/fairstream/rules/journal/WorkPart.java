package io.fairstream.rules.journal;

import io.fairstream.rules.Work;

/**
 * Work for one project and app.
 *
 * @param project empty for none, as in a sum over several
 * @param app empty for none
 * @param cut what was reported besides, and exceeds what the host can have done
 */
public record WorkPart(String project, String app, Work work, Work cut) {
    public WorkPart negated() {
        return new WorkPart(project, app, work.negated(), cut.negated());
    }

    /** The sum of both, for the same project and app. */
    public WorkPart plus(WorkPart other) {
        return new WorkPart(project, app, work.plus(other.work), cut.plus(other.cut));
    }

    public boolean isEmpty() {
        return work.isNothing() && cut.isNothing();
    }
}
