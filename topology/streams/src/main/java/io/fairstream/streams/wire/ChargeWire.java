package io.fairstream.streams.wire;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.balance.TargetCharge;
import io.fairstream.rules.account.daily.DayChange;
import io.fairstream.rules.account.usage.JobCharge;
import io.fairstream.rules.account.usage.UsageEntry;
import io.fairstream.rules.account.usage.UserCharge;
import io.fairstream.rules.ledger.RateChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Charges: as the ledgers and groups' members write them and as the accounts read them. */
public final class ChargeWire {
    private static final int CUSTOMER = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.CUSTOMER.name());
    private static final int JOB = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.JOB.name());
    private static final int USER = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.USER.name());
    private static final int MATCH = LedgerKind.getClassSchema().getEnumOrdinal(LedgerKind.MATCH.name());
    private static final int JOB_LEDGER = LedgerKind.getClassSchema().getEnumOrdinal(LedgerKind.JOB.name());
    private static final int KINDS =
            ChargeKind.getClassSchema().getEnumSymbols().size();
    private static final int LEDGERS =
            LedgerKind.getClassSchema().getEnumSymbols().size();
    static final int NAMES = 12;
    private static final int JOB_ID = 4;
    private static final int SUBMITTED = 10;
    private static final int RATE_CHANGE = 0;
    private static final int SUBTREE_RATE_CHANGE = 1;
    private static final int ALLOCATION_CHANGE = 2;
    private static final int USAGE = 3;
    private static final int JOB_STATEMENT = 4;
    private static final int ENTRIES = 10;

    private ChargeWire() {}

    /** The change of use that a charge is for a customer; null if it is for somebody else. */
    public static Entry.@Nullable UseChange useChange(Charge charge) {
        return Generated.value(new Read(), charge) instanceof Entry.UseChange use ? use : null;
    }

    static void writeHead(int kind, String account, int ledger, String thing, Origin cause, AvroOut out) {
        out.writeLong(kind);
        out.writeString(account);
        out.writeLong(ledger);
        out.writeString(thing);
        out.writeString(cause.topic());
        out.writeLong(cause.partition());
        out.writeLong(cause.offset());
    }

    static void writeNulls(int count, AvroOut out) {
        for (int left = count; left > 0; left--) {
            out.writeLong(0);
        }
    }

    /** The names of a job's charge. */
    static void writeJob(String cluster, long jobId, String run, @Nullable Long submitted, String bank, AvroOut out) {
        writeNulls(3, out);
        out.writeNullUnlessFilled(cluster);
        out.writeNullable((Long) jobId);
        out.writeNullUnlessFilled(run);
        writeNulls(4, out);
        out.writeNullable(submitted);
        out.writeNullUnlessFilled(bank);
    }

    private static void writeEntry(int kind, long at, int resources, double weight, long since, AvroOut out) {
        out.writeBoolean(false);
        out.writeLong(kind);
        out.writeLong(at);
        out.writeLong(resources);
        out.writeDouble(weight);
        out.writeLong(since);
    }

    /** What the match ledger writes. */
    public static final class Written implements HotWriter<JournalEntry> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public void write(JournalEntry entry, AvroOut out) {
            RateChange change = entry.change();
            writeHead(CUSTOMER, change.customer(), MATCH, entry.resource(), entry.cause(), out);
            out.writeNullUnlessFilled(change.match().pool());
            out.writeNullUnlessFilled(entry.resource());
            out.writeNullUnlessFilled(change.match().matchId());
            writeNulls(NAMES - 3, out);
            writeEntry(RATE_CHANGE, change.at(), change.resources(), change.weight(), change.since(), out);
        }
    }

    /** What is written for groups. */
    public static final class WrittenForGroups implements HotWriter<GroupCharge> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public void write(GroupCharge charge, AvroOut out) {
            Entry.UseChange change = charge.change();
            writeHead(CUSTOMER, charge.group(), MATCH, "", charge.cause(), out);
            writeNulls(NAMES, out);
            int kind = change instanceof Entry.SubtreeUse ? SUBTREE_RATE_CHANGE : RATE_CHANGE;
            writeEntry(kind, change.at(), change.resources(), change.weight(), change.since(), out);
        }
    }

    /** What the job ledger writes. */
    public static final class WrittenForJobs implements HotWriter<ChargedJob> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public void write(ChargedJob charge, AvroOut out) {
            String job = charge.cluster() + "/" + charge.jobId();
            writeHead(charge.isOfUser() ? USER : JOB, charge.account(), JOB_LEDGER, job, charge.cause(), out);
            writeJob(charge.cluster(), charge.jobId(), charge.run(), charge.submitted(), charge.bank(), out);
            out.writeBoolean(false);
            if (charge.entry() instanceof UsageEntry.Allocation change) {
                out.writeLong(ALLOCATION_CHANGE);
                out.writeLong(change.at());
                out.writeLong(change.allocated());
                out.writeLong(change.reserved());
                out.writeNullable(change.userId());
            } else if (charge.entry() instanceof UsageEntry.Statement statement) {
                out.writeLong(JOB_STATEMENT);
                writeStatement(statement, out);
            }
        }

        private static void writeStatement(UsageEntry.Statement statement, AvroOut out) {
            out.writeLong(statement.at());
            out.writeLong(statement.firstSeen());
            out.writeLong(statement.allocated());
            out.writeLong(statement.reserved());
            out.writeString(statement.user());
            out.writeNullable(statement.userId());
            out.writeString(statement.partition());
            out.writeNullable(statement.memoryMiB());
            out.writeLong(statement.runs());
            out.writeBoolean(statement.isFinal());
            out.writeBoolean(statement.isWithdrawn());
        }
    }

    /**
     * What the accounts read: an {@link Entry.UseChange} of a customer, a {@link JobCharge}, a {@link UserCharge}, an
     * {@link io.fairstream.rules.account.association.AssociationEntry}, a {@link TargetCharge} or a {@link DayChange}; null for
     * what no account is told.
     */
    public static final class Read implements HotReader<Object> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public @Nullable Object read(AvroIn in) {
            int kind = in.readIndex(KINDS);
            in.skipString();
            in.readIndex(LEDGERS);
            in.skipString();
            in.skipString();
            in.readInt();
            in.readLong();
            return kind == CUSTOMER ? readUse(in) : readUsage(kind, in);
        }

        private static Entry.@Nullable UseChange readUse(AvroIn in) {
            skipNames(NAMES, in);
            in.readBoolean();
            int entry = in.readIndex(ENTRIES);
            if (entry > SUBTREE_RATE_CHANGE) {
                readEntry(entry, "", in);
                return null;
            }
            long at = in.readLong();
            int resources = in.readInt();
            double weight = Bounds.weight(resources, in.readDouble());
            long since = in.readLong();
            return entry == RATE_CHANGE
                    ? new Entry.Use(at, resources, weight, since)
                    : new Entry.SubtreeUse(at, resources, weight, since);
        }

        private static @Nullable Object readUsage(int kind, AvroIn in) {
            skipNames(SUBMITTED, in);
            Long submitted = in.readNullableLong();
            String bank = in.readNullableString();
            in.readBoolean();
            Object entry = readEntry(in.readIndex(ENTRIES), bank == null ? "" : bank, in);
            if (entry instanceof UsageEntry usage) {
                return kind == JOB ? new JobCharge(submitted, usage) : kind == USER ? new UserCharge(usage) : null;
            }
            if (entry instanceof WorkCharge.Done done) {
                return kind == WorkChargeWire.DAY
                        ? WorkChargeWire.ofDay(done)
                        : kind == WorkChargeWire.TARGET ? WorkChargeWire.ofTarget(done) : null;
            }
            boolean isOfDay = entry instanceof DayChange;
            return kind == (isOfDay ? WorkChargeWire.DAY : AssociationChargeWire.ASSOCIATION) ? entry : null;
        }

        private static @Nullable Object readEntry(int entry, String bank, AvroIn in) {
            return switch (entry) {
                case ALLOCATION_CHANGE ->
                    new UsageEntry.Allocation(in.readLong(), in.readInt(), in.readInt(), in.readNullableLong());
                case USAGE -> readUsage(in);
                case JOB_STATEMENT -> readStatement(bank, in);
                case AssociationChargeWire.HOLDING_CHANGE -> AssociationChargeWire.readHolding(in);
                case AssociationChargeWire.SUBTREE_USAGE -> AssociationChargeWire.readSubtree(in);
                case WorkChargeWire.WORK_DONE -> WorkChargeWire.readDone(in);
                case WorkChargeWire.SEEN -> WorkChargeWire.readSeen(in);
                case WorkChargeWire.ACTIVE_CHANGE -> WorkChargeWire.readGained(in);
                default -> {
                    in.readLong();
                    in.readInt();
                    in.readDouble();
                    in.readLong();
                    yield null;
                }
            };
        }

        private static UsageEntry.Usage readUsage(AvroIn in) {
            return new UsageEntry.Usage(
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readString(),
                    in.readNullableLong());
        }

        private static UsageEntry.Statement readStatement(String bank, AvroIn in) {
            return new UsageEntry.Statement(
                    in.readLong(),
                    in.readLong(),
                    in.readInt(),
                    in.readInt(),
                    in.readString(),
                    in.readNullableLong(),
                    bank,
                    in.readString(),
                    in.readNullableLong(),
                    in.readInt(),
                    in.readBoolean(),
                    in.readBoolean());
        }

        private static void skipNames(int count, AvroIn in) {
            for (int name = 0; name < count; name++) {
                if (in.readIndex(2) == 1) {
                    if (name == JOB_ID || name == SUBMITTED) {
                        in.readLong();
                    } else {
                        in.skipString();
                    }
                }
            }
        }
    }
}
