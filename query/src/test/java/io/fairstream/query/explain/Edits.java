package io.fairstream.query.explain;

import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;

/** Edits of any kind. */
public final class Edits {
    private Edits() {}

    /** Returns the edit that decides a factor, a ceiling or a floor. */
    public static Edit decide(long at, String by, Decision.Kind kind, double value, long until) {
        Long end = until == Decision.FOR_GOOD ? null : (Long) until;
        Edit.Change change = switch (kind) {
            case FACTOR -> new Edit.SetFactor(value, end);
            case CEILING -> new Edit.SetCeiling(value, end);
            case FLOOR -> new Edit.SetFloor(value, end);
        };
        return new Edit(at, by, change);
    }
}
