package io.fairstream.streams.state;

import io.fairstream.rules.Pages;
import io.fairstream.rules.account.AccountState;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.Membership;
import io.fairstream.rules.account.PriorityAccount;
import io.fairstream.rules.decay.HalfLife;
import java.util.List;

/** A customer's account, which group is charged for it, too, and what was last published of it. Mutable; one owner. */
public final class CustomerAccount {
    private final PriorityAccount account;
    private final Membership membership;
    private long published;

    /**
     * @param published the instant of the row last written, milliseconds since 1970, or {@link AccountState#NEVER}
     */
    public CustomerAccount(PriorityAccount account, Membership membership, long published) {
        this.account = account;
        this.membership = membership;
        this.published = published;
    }

    /** All there is to an account, to keep it; see the constructors. */
    public record Snapshot(
            long published,
            AccountState.Snapshot base,
            List<Entry> entries,
            Pages.Snapshot pages,
            Membership.Snapshot membership) {}

    /** An account as it was kept. */
    public static CustomerAccount of(Snapshot kept, HalfLife halfLife) {
        AccountState base = AccountState.of(kept.base);
        return new CustomerAccount(
                new PriorityAccount(halfLife, base, kept.entries, Pages.of(kept.pages)),
                Membership.of(kept.membership),
                kept.published);
    }

    public Snapshot snapshot() {
        return new Snapshot(
                published,
                account.base().snapshot(),
                account.entries(),
                account.pages().snapshot(),
                membership.snapshot());
    }

    public PriorityAccount account() {
        return account;
    }

    public Membership membership() {
        return membership;
    }

    public long published() {
        return published;
    }

    /** Whether a row of the customer stands in the table. */
    public boolean isPublished() {
        return published != AccountState.NEVER;
    }

    public void published(long at) {
        published = at;
    }
}
