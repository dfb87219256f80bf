package io.fairstream.streams.priority;

import io.fairstream.rules.Pages;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Groups.Membership;
import io.fairstream.rules.priority.PriorityAccount;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.StateCodec;

/** Account of a customer, its membership in a group that is charged too, and the time of its last published row. Mutable; one owner. */
final class CustomerAccount {
    static final Layout<PriorityAccount.Page, PriorityAccount.Page> PAGES =
            Layout.of("priority account", 1, PriorityAccount.Page.class);

    private final PriorityAccount account;
    private final Membership membership;
    private long published;

    /** @param published instant of the last written row, milliseconds since 1970, or {@link AccountState#NEVER} */
    public CustomerAccount(PriorityAccount account, Membership membership, long published) {
        this.account = account;
        this.membership = membership;
        this.published = published;
    }

    public record Snapshot(long published, PriorityAccount.Page recent, Pages pages, Membership membership) {}

    public static CustomerAccount of(Snapshot kept, HalfLife halfLife) {
        PriorityAccount.Page recent = kept.recent;
        return new CustomerAccount(
                new PriorityAccount(halfLife, recent.base(), recent.entries(), kept.pages),
                kept.membership,
                kept.published);
    }

    public Snapshot snapshot() {
        return new Snapshot(
                published, PriorityAccount.Page.of(account.base(), account.entries()), account.pages(), membership);
    }

    public static StateCodec<CustomerAccount, PriorityAccount.Page> codec(HalfLife halfLife) {
        return new SnapshotCodec<>(
                () -> new CustomerAccount(new PriorityAccount(halfLife), new Membership(), AccountState.NEVER),
                layout(halfLife),
                PAGES);
    }

    static Layout<CustomerAccount, Snapshot> layout(HalfLife halfLife) {
        return new Layout<>(
                "priority account",
                1,
                Snapshot.class,
                CustomerAccount::snapshot,
                (customer, kept) -> CustomerAccount.of(kept, halfLife));
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

    public boolean isPublished() {
        return published != AccountState.NEVER;
    }

    public void published(long at) {
        published = at;
    }
}
