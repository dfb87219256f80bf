package io.fairstream.streams.state;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.association.AssociationAccount;
import io.fairstream.rules.association.AssociationPage;
import io.fairstream.rules.association.UsageTerms;
import io.fairstream.rules.balance.ProjectAccount;
import io.fairstream.rules.daily.DailyAccount;
import io.fairstream.rules.daily.DailyPage;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.host.HostLedger;
import io.fairstream.rules.priority.AccountPage;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Membership;
import io.fairstream.rules.priority.PriorityAccount;
import io.fairstream.rules.usage.JobAccount;
import io.fairstream.rules.usage.UserAccount;
import java.util.Set;
import java.util.function.Function;

/** The codecs of states that have a snapshot. */
public final class Codecs {
    static final Layout<HostLedger, HostLedger.Snapshot> HOST = new Layout<>(
            "host ledger", 1, HostLedger.Snapshot.class, HostLedger::snapshot, (host, kept) -> HostLedger.of(kept));
    static final Layout<DailyHistory, DailyHistory.Snapshot> HISTORY = new Layout<>(
            "daily history",
            1,
            DailyHistory.Snapshot.class,
            DailyHistory::snapshot,
            (account, kept) -> DailyHistory.of(kept));
    static final Layout<DailyPage, DailyPage> DAYS =
            new Layout<>("daily history", 1, DailyPage.class, Function.identity(), (account, kept) -> kept);
    static final Layout<PublishedAccount<ProjectAccount>, ProjectSnapshot> PROJECT = new Layout<>(
            "project account", 1, ProjectSnapshot.class, ProjectSnapshot::of, (project, kept) -> kept.account());
    static final Layout<RankedPath, RankedPath.Snapshot> PATH =
            new Layout<>("ranked path", 1, RankedPath.Snapshot.class, RankedPath::snapshot, RankedPath::of);
    static final Layout<AccountPage, AccountPage> ENTRIES =
            new Layout<>("priority account", 1, AccountPage.class, Function.identity(), (customer, kept) -> kept);

    static final Layout<PublishedAccount<JobAccount>, JobAccountSnapshot> JOB_ACCOUNT = new Layout<>(
            "job account",
            1,
            JobAccountSnapshot.class,
            state -> new JobAccountSnapshot(state.keys(), state.account().snapshot()),
            (number, kept) -> new PublishedAccount<>(JobAccount.of(kept.account), kept.keys));
    static final Layout<PublishedAccount<AssociationAccount>, AssociationSnapshot> ASSOCIATION = new Layout<>(
            "association account",
            1,
            AssociationSnapshot.class,
            state -> new AssociationSnapshot(
                    !state.keys().isEmpty(), state.account().snapshot()),
            (path, kept) -> published(kept.isPublished, path, AssociationAccount.of(kept.account)));
    static final Layout<AssociationPage, AssociationPage> HOLDINGS =
            new Layout<>("association account", 1, AssociationPage.class, Function.identity(), (path, kept) -> kept);

    private Codecs() {}

    record JobAccountSnapshot(Set<String> keys, JobAccount.Snapshot account) {}

    record UserSnapshot(boolean isPublished, UserAccount.Snapshot account) {}

    record AssociationSnapshot(boolean isPublished, AssociationAccount.Snapshot account) {}

    /** An account whose only row has the account's key. */
    private static <A> PublishedAccount<A> published(boolean isPublished, String key, A account) {
        return new PublishedAccount<>(account, isPublished ? Set.of(key) : Set.of());
    }

    /** Accounts of jobs. */
    public static StateCodec<PublishedAccount<JobAccount>, Void> jobAccounts() {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new JobAccount()), JOB_ACCOUNT, null);
    }

    /** Accounts of users. */
    public static StateCodec<PublishedAccount<UserAccount>, Void> users(HalfLife halfLife) {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new UserAccount(halfLife)), user(halfLife), null);
    }

    static Layout<PublishedAccount<UserAccount>, UserSnapshot> user(HalfLife halfLife) {
        return new Layout<>(
                "user account",
                1,
                UserSnapshot.class,
                state -> new UserSnapshot(
                        !state.keys().isEmpty(), state.account().snapshot()),
                (user, kept) -> published(kept.isPublished, user, UserAccount.of(halfLife, kept.account)));
    }

    /**
     * Accounts of associations and banks.
     *
     * @param terms of accounts of which nothing is known
     */
    public static StateCodec<PublishedAccount<AssociationAccount>, AssociationPage> associations(UsageTerms terms) {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new AssociationAccount(terms)), ASSOCIATION, HOLDINGS);
    }

    /** A project's account, and the targets of which rows stand in the table. */
    record ProjectSnapshot(Set<String> keys, ProjectAccount.Snapshot targets) {
        static ProjectSnapshot of(PublishedAccount<ProjectAccount> state) {
            return new ProjectSnapshot(state.keys(), state.account().snapshot());
        }

        PublishedAccount<ProjectAccount> account() {
            return new PublishedAccount<>(ProjectAccount.of(targets), keys);
        }
    }

    /** Ledgers of hosts. */
    public static StateCodec<HostLedger, Void> hosts() {
        return new SnapshotCodec<>(HostLedger::new, HOST, null);
    }

    /** Daily histories. */
    public static StateCodec<DailyHistory, DailyPage> histories() {
        return new SnapshotCodec<>(() -> new DailyHistory(new DailyAccount(), ActiveDays.NONE), HISTORY, DAYS);
    }

    /** Accounts of projects. */
    public static StateCodec<PublishedAccount<ProjectAccount>, Void> projects() {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new ProjectAccount()), PROJECT, null);
    }

    /** Codec of the ranking's state of each path. */
    public static StateCodec<RankedPath, Void> paths() {
        return new SnapshotCodec<>(RankedPath::new, PATH, null);
    }

    /** Accounts of customers. */
    public static StateCodec<CustomerAccount, AccountPage> customers(HalfLife halfLife) {
        return new SnapshotCodec<>(
                () -> new CustomerAccount(new PriorityAccount(halfLife), new Membership(), AccountState.NEVER),
                customer(halfLife),
                ENTRIES);
    }

    static Layout<CustomerAccount, CustomerAccount.Snapshot> customer(HalfLife halfLife) {
        return new Layout<>(
                "priority account",
                1,
                CustomerAccount.Snapshot.class,
                CustomerAccount::snapshot,
                (customer, kept) -> CustomerAccount.of(kept, halfLife));
    }
}
