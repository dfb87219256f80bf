package io.fairstream.streams.state;

import io.fairstream.rules.Pages;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.AccountPage;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Membership;
import io.fairstream.rules.priority.PriorityAccount;

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
    public record Snapshot(long published, AccountPage recent, Pages.Snapshot pages, Membership.Snapshot membership) {}

    /** An account as it was kept. */
    public static CustomerAccount of(Snapshot kept, HalfLife halfLife) {
        AccountPage recent = kept.recent;
        return new CustomerAccount(
                new PriorityAccount(halfLife, recent.base(), recent.entries(), Pages.of(kept.pages)),
                Membership.of(kept.membership),
                kept.published);
    }

    public Snapshot snapshot() {
        return new Snapshot(
                published,
                AccountPage.of(account.base(), account.entries()),
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

    /** True if a row of the customer is in the table. */
    public boolean isPublished() {
        return published != AccountState.NEVER;
    }

    public void published(long at) {
        published = at;
    }
}
