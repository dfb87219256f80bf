package io.fairstream.streams.state;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.daily.DailyAccount;

/** A daily history and, of a user, when a host of theirs reported. Mutable; one owner. */
public final class DailyHistory {
    private final DailyAccount account;
    private ActiveDays seen;

    /** As it was kept. */
    public DailyHistory(DailyAccount account, ActiveDays seen) {
        this.account = account;
        this.seen = seen;
    }

    /** All there is to a history, to keep it. */
    public record Snapshot(ActiveDays seen, DailyAccount.Snapshot account) {}

    /** A history as it was kept. */
    public static DailyHistory of(Snapshot kept) {
        return new DailyHistory(DailyAccount.of(kept.account), kept.seen);
    }

    public Snapshot snapshot() {
        return new Snapshot(seen, account.snapshot());
    }

    public DailyAccount account() {
        return account;
    }

    public ActiveDays seen() {
        return seen;
    }

    /** A host of the user reported on that day. */
    public void see(long day) {
        seen = seen.with(day);
    }
}
