package io.fairstream.streams.usage;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.rules.usage.JobAccount;
import io.fairstream.rules.usage.JobRow;
import io.fairstream.rules.usage.UserAccount;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.SnapshotCodec;
import io.fairstream.streams.state.SnapshotCodec.Layout;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Stages of the accounting of jobs and users. */
public final class UsageStages {
    private UsageStages() {}

    /** Folds charges into the accounting of jobs: an account for each job number, with a row for each job of it. */
    public static final class JobAccountStage extends Stage<Void, PublishedAccount<JobAccount>, Void> {
        /** Table of the accounting of jobs. */
        public static final Output<UsageFormat.JobUsage> JOB_ACCOUNTING =
                Output.of(Topics.JOB_ACCOUNTING, new UsageFormat.OfJobs());

        static final Layout<PublishedAccount<JobAccount>, JobAccountSnapshot> LAYOUT = new Layout<>(
                "job account",
                1,
                JobAccountSnapshot.class,
                state -> new JobAccountSnapshot(state.keys(), state.account().snapshot()),
                (number, kept) -> new PublishedAccount<>(JobAccount.of(kept.account), kept.keys));

        /** All there is to an account, to keep it. */
        record JobAccountSnapshot(Set<String> keys, JobAccount.Snapshot account) {}

        @Override
        public StateCodec<PublishedAccount<JobAccount>, Void> codec() {
            return new SnapshotCodec<>(() -> new PublishedAccount<>(new JobAccount()), LAYOUT, null);
        }

        @Override
        protected Maintenance<PublishedAccount<JobAccount>> maintenance() {
            return new Maintenance<PublishedAccount<JobAccount>>()
                    .releaseWhen(state -> state.account().isFinal());
        }

        @Override
        protected void charge(CacheEntry<PublishedAccount<JobAccount>> state, Charge charge) {
            state.state().account().add(charge.dimensions().submitted(), (UsageEntry) charge.entry());
        }

        @Override
        protected void rows(CacheEntry<PublishedAccount<JobAccount>> state) {
            String key = state.key();
            int slash = key.indexOf('/');
            int end = key.indexOf('/', slash + 1);
            String cluster = key.substring(0, slash);
            long jobId = Long.parseLong(key.substring(slash + 1, end < 0 ? key.length() : end));
            Map<String, UsageFormat.JobUsage> rows = new TreeMap<>();
            for (JobRow row : state.state().account().rows()) {
                Long submitted = row.book().submitted();
                String suffix = row.isFirst() || submitted == null ? "" : "@" + Instant.ofEpochMilli(submitted);
                rows.put(key + suffix, new UsageFormat.JobUsage(cluster, jobId, row));
            }
            out().publish(JOB_ACCOUNTING, state.state(), rows, state.timestamp());
        }
    }

    /** Folds charges into the accounting of users: an account for each. */
    public static final class UserAccountStage extends Stage<Void, PublishedAccount<UserAccount>, Void> {
        /** Table of the accounting of users. */
        public static final Output<UsageFormat.UserUsage> USER_ACCOUNTING =
                Output.of(Topics.USER_ACCOUNTING, new UsageFormat.OfUsers());

        private final HalfLife halfLife;

        public UserAccountStage(TopologyConfig accounting) {
            this.halfLife = accounting.sharing().terms().halfLife();
        }

        /** All there is to an account, to keep it. */
        record UserAccountSnapshot(boolean isPublished, UserAccount.Snapshot account) {}

        static Layout<PublishedAccount<UserAccount>, UserAccountSnapshot> layout(HalfLife halfLife) {
            return new Layout<>(
                    "user account",
                    1,
                    UserAccountSnapshot.class,
                    state -> new UserAccountSnapshot(
                            !state.keys().isEmpty(), state.account().snapshot()),
                    (user, kept) ->
                            PublishedAccount.of(kept.isPublished, user, UserAccount.of(halfLife, kept.account)));
        }

        /** Codec of accounts. */
        public static StateCodec<PublishedAccount<UserAccount>, Void> codec(HalfLife halfLife) {
            return new SnapshotCodec<>(() -> new PublishedAccount<>(new UserAccount(halfLife)), layout(halfLife), null);
        }

        @Override
        public StateCodec<PublishedAccount<UserAccount>, Void> codec() {
            return codec(halfLife);
        }

        @Override
        protected void charge(CacheEntry<PublishedAccount<UserAccount>> state, Charge charge) {
            state.state().account().add((UsageEntry) charge.entry());
        }

        @Override
        protected void rows(CacheEntry<PublishedAccount<UserAccount>> state) {
            String user = state.key();
            UserAccount account = state.state().account();
            Map<String, UsageFormat.UserUsage> rows = account.exists()
                    ? Map.of(user, new UsageFormat.UserUsage(user, account, halfLife.seconds()))
                    : Map.of();
            out().publish(USER_ACCOUNTING, state.state(), rows, state.timestamp());
        }
    }
}
