package io.fairstream.streams.usage;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.usage.BalanceRow;
import io.fairstream.rules.usage.JobAccount;
import io.fairstream.rules.usage.JobAccount.JobRow;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.rules.usage.UsageTotals;
import io.fairstream.rules.usage.UserAccount;
import io.fairstream.rules.usage.UserRow;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import io.fairstream.streams.avro.FieldFormats.TresFormat;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.PublishedAccount;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.Schema;

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
                Long submitted = row.submitted();
                String suffix = row.isFirst() || submitted == null ? "" : "@" + Instant.ofEpochMilli(submitted);
                rows.put(key + suffix, row);
            }
            out().publish(JOB_ACCOUNTING, state.state(), rows, state.timestamp());
        }
    }

    /** Folds charges into the accounting of users, with one account for each. */
    public static final class UserAccountStage extends Stage<Void, PublishedAccount<UserAccount>, Void> {
        public static final Output<UserRow> USER_ACCOUNTING = Output.of(Topics.USER_ACCOUNTING, UsageFormat.USER);

        private final HalfLife halfLife;

        public UserAccountStage(TopologyConfig config) {
            this.halfLife = config.fairShare().terms().halfLife();
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
            Map<String, UserRow> rows = account.exists() ? Map.of(user, UserRow.of(user, account, halfLife)) : Map.of();
            out().publish(USER_ACCOUNTING, state.state(), rows, state.timestamp());
        }
    }

    /** Formats of the rows of the accounts of jobs, users and projects. */
    public static final class UsageFormat {
        public static final Format<TargetState> BALANCE =
                new RecordFormat<>(BalanceRow.class, Topics.BALANCES).as(BalanceRow::state, BalanceRow::of);

        static final Format<UserRow> USER = new RecordFormat<>(UserRow.class, Topics.USER_ACCOUNTING);

        private UsageFormat() {}

        /** Format of a job's row: its last field is called "final", which no component can be. */
        public static final class OfJobs implements FastAvroWriter<JobRow> {
            @Override
            public Schema schema() {
                return JobAccounting.getClassSchema();
            }

            @Override
            public void write(JobRow row, AvroOut out) {
                UsageEntry.Statement statement = row.statement();
                out.writeString(row.cluster());
                out.writeLong(row.jobId());
                out.writeNullable(row.submitted());
                out.writeString(row.user());
                out.writeNullable(row.userId());
                out.writeString(statement == null ? "" : statement.bank());
                out.writeString(statement == null ? "" : statement.partition());
                out.writeNullable(statement == null ? null : statement.memoryMiB());
                write(row.totals(), out);
                out.writeNullable(row.firstSeen());
                out.writeNullable(row.lastSeen());
                out.writeLong(statement == null ? 0 : statement.runs());
                out.writeBoolean(statement != null && statement.isFinal());
            }

            private static void write(UsageTotals totals, AvroOut out) {
                out.writeLong(totals.cpuTimeAllocatedMicros());
                out.writeLong(totals.cpuTimeReservedMicros());
                QuantityFields.write(totals.used(), out);
                out.writeLong(totals.processorsAllocated());
                out.writeLong(totals.processorsReserved());
                TresFormat.write(totals.tresHeldMillis(), out);
                TresFormat.write(totals.tresHeld(), out);
                out.writeLong(totals.asOf());
            }
        }
    }
}
