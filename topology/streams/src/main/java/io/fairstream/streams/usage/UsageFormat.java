package io.fairstream.streams.usage;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.PseudoUsers;
import io.fairstream.rules.balance.BalanceRow;
import io.fairstream.rules.balance.TargetState;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.rules.usage.Allocated;
import io.fairstream.rules.usage.JobRow;
import io.fairstream.rules.usage.Used;
import io.fairstream.rules.usage.UserAccount;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import io.fairstream.streams.avro.FieldFormats.QuantityFields.TresFormat;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Rows of the accounts of jobs, users and projects. */
public final class UsageFormat {
    /** Rows of the table of balances. */
    public static final Format<TargetState> BALANCE =
            new RecordFormat<>(BalanceRow.class, Topics.BALANCES).as(BalanceRow::state, BalanceRow::of);

    private UsageFormat() {}

    /**
     * A job's row.
     *
     * @param jobId 0 for what is no job
     */
    public record JobUsage(String cluster, long jobId, JobRow row) {}

    /**
     * A user's row.
     *
     * @param halfLifeSeconds of the decayed values
     */
    public record UserUsage(String user, UserAccount account, double halfLifeSeconds) {}

    private static void write(Allocated allocated, @Nullable Used used, long asOf, AvroOut out) {
        out.writeLong(allocated.allocatedMicros(asOf));
        out.writeLong(allocated.reservedMicros(asOf));
        QuantityFields.write(used == null ? Amounts.NONE : used.amounts(), out);
        out.writeLong(processors(allocated.allocated()));
        out.writeLong(processors(allocated.reserved()));
        TresFormat.write(allocated.besidesMillis(asOf), out);
        TresFormat.write(allocated.besides(), out);
        out.writeLong(asOf);
    }

    /** An int in the rows; an account keeps more. */
    private static long processors(long count) {
        return Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, count));
    }

    /** Rows of {@code job-accounting}. */
    public static final class OfJobs implements FastAvroWriter<JobUsage> {
        @Override
        public Schema schema() {
            return JobAccounting.getClassSchema();
        }

        @Override
        public void write(JobUsage usage, AvroOut out) {
            JobRow row = usage.row();
            UsageEntry.Statement statement = row.book().statement();
            boolean isSeen = usage.jobId() != 0 || PseudoUsers.isSeen(row.user());
            out.writeString(usage.cluster());
            out.writeLong(usage.jobId());
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

    /** Rows of {@code user-accounting}. */
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
