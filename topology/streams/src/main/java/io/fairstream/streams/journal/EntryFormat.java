package io.fairstream.streams.journal;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Spending;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import io.fairstream.streams.avro.FieldFormats.TresFormat;
import io.fairstream.streams.avro.RecordFormat;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.errors.SerializationException;

/** Format of the union of a charge's entries. Its branches have the order of the schema. */
final class EntryFormat {
    private static final int RATE_CHANGE = 0;
    private static final int SUBTREE_RATE_CHANGE = 1;
    private static final int ALLOCATION_CHANGE = 2;
    private static final int USAGE = 3;
    private static final int JOB_STATEMENT = 4;
    private static final int HOLDING_CHANGE = 5;
    private static final int SUBTREE_USAGE = 6;
    private static final int WORK_DONE = 7;
    private static final int SEEN = 8;
    private static final int ACTIVE_CHANGE = 9;
    private static final int BUDGET_SPENT = 10;
    private static final int BRANCHES = 11;

    private static final RecordFormat<Spending> SPENDING = RecordFormat.of(Spending.class);

    private EntryFormat() {}

    static void write(Entry entry, AvroOut out) {
        if (entry instanceof RateChange change) {
            out.writeLong(change.isOfSubtree() ? SUBTREE_RATE_CHANGE : RATE_CHANGE);
            out.writeLong(change.at());
            out.writeLong(change.resources());
            out.writeDouble(change.weight());
            out.writeLong(change.since());
        } else if (entry instanceof UsageEntry.Allocation change) {
            out.writeLong(ALLOCATION_CHANGE);
            out.writeLong(change.at());
            out.writeLong(change.allocated());
            out.writeLong(change.reserved());
            TresFormat.write(change.otherTres(), out);
            out.writeNullable(change.userId());
        } else if (entry instanceof UsageEntry.Usage usage) {
            write(usage, out);
        } else if (entry instanceof UsageEntry.Statement statement) {
            write(statement, out);
        } else if (entry instanceof AssociationEntry.Holding holding) {
            write(holding, out);
        } else if (entry instanceof AssociationEntry.Subtree subtree) {
            write(subtree, out);
        } else if (entry instanceof HostUsageEntry.Done done) {
            out.writeLong(WORK_DONE);
            out.writeLong(done.from());
            out.writeLong(done.to());
            out.writeItems(done.parts(), part -> write(part, out));
        } else if (entry instanceof BudgetSpent spent) {
            out.writeLong(BUDGET_SPENT);
            out.writeLong(spent.from());
            out.writeLong(spent.to());
            SPENDING.write(spent.spent(), out);
        } else if (entry instanceof HostUsageEntry.Seen seen) {
            out.writeLong(SEEN);
            out.writeString(date(seen.day()));
        } else if (entry instanceof HostUsageEntry.ActiveChange active) {
            out.writeLong(ACTIVE_CHANGE);
            out.writeString(date(active.day()));
            out.writeItems(active.gained().entrySet(), day -> {
                out.writeString(date(day.getKey()));
                out.writeLong(day.getValue().hosts());
                out.writeLong(day.getValue().gpuHosts());
                out.writeLong(day.getValue().users());
            });
        }
    }

    /** @param bank bank of the charge's dimensions, which is also the bank of a job */
    static Entry read(AvroIn in, String bank) {
        int branch = in.readIndex(BRANCHES);
        return switch (branch) {
            case RATE_CHANGE, SUBTREE_RATE_CHANGE ->
                new RateChange(
                        branch == SUBTREE_RATE_CHANGE, in.readLong(), in.readInt(), in.readDouble(), in.readLong());
            case ALLOCATION_CHANGE ->
                new UsageEntry.Allocation(
                        in.readLong(), in.readInt(), in.readInt(), TresFormat.read(in), in.readNullableLong());
            case USAGE -> readUsage(in);
            case JOB_STATEMENT -> readStatement(bank, in);
            case HOLDING_CHANGE -> readHolding(in);
            case SUBTREE_USAGE -> readSubtree(in);
            case WORK_DONE -> readDone(in);
            case SEEN -> new HostUsageEntry.Seen(readDay(in));
            case BUDGET_SPENT -> new BudgetSpent(in.readLong(), in.readLong(), SPENDING.read(in));
            default -> readActiveChange(in);
        };
    }

    private static void write(UsageEntry.Usage usage, AvroOut out) {
        out.writeLong(USAGE);
        out.writeLong(usage.from());
        out.writeLong(usage.at());
        QuantityFields.write(usage.amounts(), out);
        out.writeString(usage.user());
        out.writeNullable(usage.userId());
    }

    private static UsageEntry.Usage readUsage(AvroIn in) {
        return new UsageEntry.Usage(
                in.readLong(), in.readLong(), QuantityFields.read(in), in.readString(), in.readNullableLong());
    }

    private static void write(UsageEntry.Statement statement, AvroOut out) {
        out.writeLong(JOB_STATEMENT);
        out.writeLong(statement.at());
        out.writeLong(statement.firstSeen());
        out.writeLong(statement.allocated());
        out.writeLong(statement.reserved());
        TresFormat.write(statement.otherTres(), out);
        out.writeString(statement.user());
        out.writeNullable(statement.userId());
        out.writeString(statement.partition());
        out.writeNullable(statement.memoryMiB());
        out.writeLong(statement.runs());
        out.writeBoolean(statement.isFinal());
        out.writeBoolean(statement.isWithdrawn());
    }

    private static UsageEntry.Statement readStatement(String bank, AvroIn in) {
        return new UsageEntry.Statement(
                in.readLong(),
                in.readLong(),
                in.readInt(),
                in.readInt(),
                TresFormat.read(in),
                in.readString(),
                in.readNullableLong(),
                bank,
                in.readString(),
                in.readNullableLong(),
                in.readInt(),
                in.readBoolean(),
                in.readBoolean());
    }

    private static void write(AssociationEntry.Holding holding, AvroOut out) {
        out.writeLong(HOLDING_CHANGE);
        out.writeLong(holding.at());
        out.writeLong(holding.since());
        out.writeLong(holding.holdings());
        out.writeLong(holding.booked());
        out.writeNullable(holding.booked() == 0 ? null : (Long) holding.endedAt());
        out.writeLong(holding.held().processors());
        out.writeNullable(holding.held().nodes());
        out.writeLong(holding.held().gpus());
        out.writeLong(holding.held().memoryMiB());
        TresFormat.write(holding.held().otherTres(), out);
        out.writeString(holding.held().partition());
        out.writeString(holding.held().qos());
    }

    private static AssociationEntry.Holding readHolding(AvroIn in) {
        long at = in.readLong();
        long since = in.readLong();
        int holdings = in.readInt();
        int booked = in.readInt();
        Long endedAt = in.readNullableLong();
        int processors = in.readInt();
        Integer nodes = in.readNullableInt();
        AllocatedResources held = new AllocatedResources(
                processors, nodes, in.readInt(), in.readLong(), TresFormat.read(in), in.readString(), in.readString());
        return new AssociationEntry.Holding(at, since, holdings, booked, endedAt == null ? at : endedAt, held);
    }

    private static void write(AssociationEntry.Subtree subtree, AvroOut out) {
        out.writeLong(SUBTREE_USAGE);
        out.writeLong(subtree.at());
        out.writeString(subtree.terms());
        out.writeDouble(subtree.halfLife().seconds());
        out.writeLong(subtree.holdings());
        out.writeDouble(subtree.weight());
        out.writeDouble(subtree.smooth());
        out.writeLong(subtree.units());
        out.writeItems(new TreeMap<>(subtree.periods()).entrySet(), period -> {
            out.writeLong(period.getKey());
            out.writeLong(period.getValue());
        });
    }

    private static AssociationEntry.Subtree readSubtree(AvroIn in) {
        long at = in.readLong();
        String terms = in.readString();
        HalfLife halfLife = halfLife(in.readDouble());
        long holdings = in.readLong();
        double weight = in.readDouble();
        double smooth = in.readDouble();
        long units = in.readLong();
        Map<Long, Long> periods = new HashMap<>();
        in.readBlocks(() -> periods.merge(in.readLong(), in.readLong(), Long::sum));
        return new AssociationEntry.Subtree(terms, halfLife, at, holdings, weight, smooth, units, periods);
    }

    private static HalfLife halfLife(double seconds) {
        try {
            return new HalfLife(seconds);
        } catch (IllegalArgumentException e) {
            throw new SerializationException(e);
        }
    }

    private static void write(HostUsagePart part, AvroOut out) {
        out.writeString(part.project());
        out.writeString(part.app());
        write(part.work(), out);
        out.writeLong(part.cut().isEmpty() ? 0 : 1);
        if (!part.cut().isEmpty()) {
            write(part.cut(), out);
        }
    }

    private static void write(HostUsage work, AvroOut out) {
        for (long quantity : work.quantities()) {
            out.writeLong(quantity);
        }
    }

    private static HostUsageEntry.Done readDone(AvroIn in) {
        long from = in.readLong();
        long to = in.readLong();
        List<HostUsagePart> parts = new ArrayList<>(2);
        in.readBlocks(() -> parts.add(readPart(in)));
        return new HostUsageEntry.Done(from, to, parts);
    }

    private static HostUsagePart readPart(AvroIn in) {
        String project = in.readString();
        String app = in.readString();
        HostUsage work = readWork(in);
        return new HostUsagePart(project, app, work, in.readIndex(2) == 0 ? HostUsage.EMPTY : readWork(in));
    }

    private static HostUsage readWork(AvroIn in) {
        return new HostUsage(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    private static HostUsageEntry.ActiveChange readActiveChange(AvroIn in) {
        long newest = readDay(in);
        SortedMap<Long, Active> gained = new TreeMap<>();
        in.readBlocks(
                () -> gained.merge(readDay(in), new Active(in.readLong(), in.readLong(), in.readLong()), Active::plus));
        return new HostUsageEntry.ActiveChange(newest, gained);
    }

    static String date(long day) {
        return LocalDate.ofEpochDay(day).toString();
    }

    private static long readDay(AvroIn in) {
        String day = in.readString();
        try {
            return LocalDate.parse(day).toEpochDay();
        } catch (DateTimeParseException e) {
            throw new SerializationException("day: " + day + " (expected: a day like 2026-03-02)", e);
        }
    }
}
