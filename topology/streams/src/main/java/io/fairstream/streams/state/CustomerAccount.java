package io.fairstream.streams.state;

import io.fairstream.rules.account.AccountState;
import io.fairstream.rules.account.Membership;
import io.fairstream.rules.account.PriorityAccount;

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
