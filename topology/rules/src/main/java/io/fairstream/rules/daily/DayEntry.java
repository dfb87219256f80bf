package io.fairstream.rules.daily;

import io.fairstream.rules.Active;

/** Work and activity of one day. */
public record DayEntry(WorkSum delta, Active active) {
    /** Nothing. */
    public static final DayEntry NOTHING = new DayEntry(WorkSum.NOTHING, Active.NONE);

    DayEntry plus(DayEntry other) {
        return new DayEntry(delta.plus(other.delta), active.plus(other.active));
    }

    public boolean isNothing() {
        return equals(NOTHING);
    }
}
