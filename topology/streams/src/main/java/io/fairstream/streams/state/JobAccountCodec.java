package io.fairstream.streams.state;

import io.fairstream.rules.Tres;
import io.fairstream.rules.account.usage.JobAccount;
import io.fairstream.rules.account.usage.JobSums;
import io.fairstream.rules.account.usage.Used;
import io.fairstream.rules.journal.UsageEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keeps the accounts of jobs, which have no pages. Not safe for several threads. */
public final class JobAccountCodec implements PagelessCodec<PublishedAccount<JobAccount>> {
    private static final int VERSION = 1;

    private final StateOut out = new StateOut();

    @Override
    public PublishedAccount<JobAccount> create() {
        return new PublishedAccount<>(new JobAccount());
    }

    @Override
    public byte[] write(PublishedAccount<JobAccount> state) {
        JobAccount account = state.account();
        out.begin(VERSION);
        out.writeLong(state.keys().size());
        state.keys().forEach(out::writeString);
        out.writeString(account.user().name());
        out.writeNullable(account.user().id());
        out.writeLong(account.user().from());
        out.writeLong(account.spans().size());
        account.spans().forEach(span -> UsageParts.write(span, out));
        out.writeLong(account.books().size());
        account.books().forEach(this::writeBook);
        return out.toByteArray();
    }

    private void writeBook(JobSums book) {
        out.writeNullable(book.submitted());
        UsageParts.write(book.allocated(), out);
        UsageEntry.Statement statement = book.statement();
        out.writeBoolean(statement != null);
        if (statement != null) {
            out.writeLong(statement.at());
            out.writeLong(statement.firstSeen());
            out.writeString(statement.user());
            out.writeNullable(statement.userId());
            out.writeString(statement.bank());
            out.writeString(statement.partition());
            out.writeNullable(statement.memoryMiB());
            out.writeLong(statement.runs());
            out.writeBoolean(statement.isFinal());
            out.writeBoolean(statement.isWithdrawn());
        }
    }

    @Override
    public PublishedAccount<JobAccount> read(String key, byte[] bytes) {
        StateIn in = new StateIn(bytes);
        if (in.version() != VERSION) {
            throw StateCodec.unknown("job account", in.version());
        }
        TreeSet<String> keys = new TreeSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            keys.add(in.readString());
        }
        JobAccount.SessionUser user = new JobAccount.SessionUser(in.readString(), in.readNullableLong(), in.readLong());
        List<Used> spans = new ArrayList<>(1);
        for (int left = in.readInt(); left > 0; left--) {
            spans.add(UsageParts.readUsed(in));
        }
        List<JobSums> books = new ArrayList<>(1);
        for (int left = in.readInt(); left > 0; left--) {
            books.add(new JobSums(in.readNullableLong(), UsageParts.readAllocated(in), readStatement(in)));
        }
        return new PublishedAccount<>(new JobAccount(books, spans, user), keys);
    }

    /** What a statement changed is in the integrals already. */
    private static UsageEntry.@Nullable Statement readStatement(StateIn in) {
        return in.readBoolean()
                ? new UsageEntry.Statement(
                        in.readLong(),
                        in.readLong(),
                        0,
                        0,
                        Tres.NONE,
                        in.readString(),
                        in.readNullableLong(),
                        in.readString(),
                        in.readString(),
                        in.readNullableLong(),
                        in.readInt(),
                        in.readBoolean(),
                        in.readBoolean())
                : null;
    }
}
