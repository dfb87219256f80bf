package io.fairstream.streams.state;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.account.daily.DailyAccount;

/** A daily history and, of a user, when a host of theirs reported. Mutable; one owner. */
public final class DailyHistory {
    private final DailyAccount account;
    private ActiveDays seen;

    /** As it was kept. */
    public DailyHistory(DailyAccount account, ActiveDays seen) {
        this.account = account;
        this.seen = seen;
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
