package io.fairstream.streams.usage;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.Sums;
import io.fairstream.rules.balance.BalanceRow;
import io.fairstream.rules.balance.ProjectAccount.TargetState;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.usage.JobAccount;
import io.fairstream.rules.usage.JobAccount.Allocated;
import io.fairstream.rules.usage.JobAccount.JobRow;
import io.fairstream.rules.usage.JobAccount.Used;
import io.fairstream.rules.usage.UserAccount;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import io.fairstream.streams.avro.FieldFormats.TresFormat;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
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
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Stages for the accounting of jobs and users. */
public final class UsageStages {
    private UsageStages() {}

    /** Folds charges into the accounting of jobs, with one account for each job number and one row for each of its jobs. */
    public static final class JobAccountStage extends Stage<Void, PublishedAccount<JobAccount>, Void> {
        public static final Output<JobRow> JOB_ACCOUNTING = Output.of(Topics.JOB_ACCOUNTING, new UsageFormat.OfJobs());

        static final Layout<PublishedAccount<JobAccount>, JobAccountSnapshot> LAYOUT = new Layout<>(
                "job account",
                1,
                JobAccountSnapshot.class,
                state -> new JobAccountSnapshot(state.keys(), state.account()),
                (number, kept) -> new PublishedAccount<>(kept.account, kept.keys));

        record JobAccountSnapshot(Set<String> keys, JobAccount account) {}

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
            Map<String, JobRow> rows = new TreeMap<>();
            for (JobRow row : state.state().account().rows(cluster, jobId)) {
                Long submitted = row.book().submitted();
                String suffix = row.isFirst() || submitted == null ? "" : "@" + Instant.ofEpochMilli(submitted);
                rows.put(key + suffix, row);
            }
            out().publish(JOB_ACCOUNTING, state.state(), rows, state.timestamp());
        }
    }

    /** Folds charges into the accounting of users, with one account for each. */
    public static final class UserAccountStage extends Stage<Void, PublishedAccount<UserAccount>, Void> {
        public static final Output<UsageFormat.UserUsage> USER_ACCOUNTING =
                Output.of(Topics.USER_ACCOUNTING, new UsageFormat.OfUsers());

        private final HalfLife halfLife;

        public UserAccountStage(TopologyConfig accounting) {
            this.halfLife = accounting.sharing().terms().halfLife();
        }

        record UserAccountSnapshot(boolean isPublished, UserAccount account) {}

        static final Layout<PublishedAccount<UserAccount>, UserAccountSnapshot> LAYOUT = new Layout<>(
                "user account",
                1,
                UserAccountSnapshot.class,
                state -> new UserAccountSnapshot(!state.keys().isEmpty(), state.account()),
                (user, kept) -> PublishedAccount.of(kept.isPublished, user, kept.account));

        @Override
        public StateCodec<PublishedAccount<UserAccount>, Void> codec() {
            return new SnapshotCodec<>(() -> new PublishedAccount<>(new UserAccount()), LAYOUT, null);
        }

        @Override
        protected void charge(CacheEntry<PublishedAccount<UserAccount>> state, Charge charge) {
            state.state().account().add((UsageEntry) charge.entry(), halfLife);
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

    /** Formats of the rows of the accounts of jobs, users and projects. */
    public static final class UsageFormat {
        public static final Format<TargetState> BALANCE =
                new RecordFormat<>(BalanceRow.class, Topics.BALANCES).as(BalanceRow::state, BalanceRow::of);

        private UsageFormat() {}

        /** Row of a user; the half-life is that of the decayed values. */
        public record UserUsage(String user, UserAccount account, double halfLifeSeconds) {}

        private static void write(Allocated allocated, @Nullable Used used, long asOf, AvroOut out) {
            out.writeLong(allocated.allocatedMicros(asOf));
            out.writeLong(allocated.reservedMicros(asOf));
            QuantityFields.write(used == null ? Amounts.EMPTY : used.amounts(), out);
            out.writeLong(Sums.whole(allocated.allocated()));
            out.writeLong(Sums.whole(allocated.reserved()));
            TresFormat.write(allocated.otherTresMillis(asOf), out);
            TresFormat.write(allocated.otherTres(), out);
            out.writeLong(asOf);
        }

        public static final class OfJobs implements FastAvroWriter<JobRow> {
            @Override
            public Schema schema() {
                return JobAccounting.getClassSchema();
            }

            @Override
            public void write(JobRow row, AvroOut out) {
                UsageEntry.Statement statement = row.book().statement();
                boolean isSeen = row.jobId() != 0 || PseudoUsers.isSeen(row.user());
                out.writeString(row.cluster());
                out.writeLong(row.jobId());
                out.writeNullable(row.book().submitted());
                out.writeString(row.user());
                out.writeNullable(row.userId());
                out.writeString(statement == null ? "" : statement.bank());
                out.writeString(statement == null ? "" : statement.partition());
                out.writeNullable(statement == null ? null : statement.memoryMiB());
                UsageFormat.write(row.book().allocated(), row.used(), row.asOf(), out);
                out.writeNullable(isSeen ? row.firstSeen() : null);
                out.writeNullable(isSeen ? row.lastSeen() : null);
                out.writeLong(statement == null ? 0 : statement.runs());
                out.writeBoolean(statement != null && statement.isFinal());
            }
        }

        public static final class OfUsers implements FastAvroWriter<UserUsage> {
            @Override
            public Schema schema() {
                return UserAccounting.getClassSchema();
            }

            @Override
            public void write(UserUsage usage, AvroOut out) {
                UserAccount account = usage.account();
                UserAccount.Decayed decayed = account.decayed();
                boolean isSeen = PseudoUsers.isSeen(usage.user());
                out.writeString(usage.user());
                out.writeNullable(account.userId().number());
                UsageFormat.write(
                        account.allocated(), account.used(), account.allocated().asOf(), out);
                out.writeDouble(decayed.cpuAllocated());
                out.writeDouble(decayed.cpuReserved());
                QuantityFields.write(decayed, out);
                out.writeDouble(usage.halfLifeSeconds());
                out.writeNullable(isSeen ? account.firstSeen() : null);
                out.writeNullable(isSeen ? account.lastSeen() : null);
            }
        }
    }
}
