package io.fairstream.streams.wire;

import io.fairstream.rules.account.Entry;
import io.fairstream.rules.ledger.RateChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Charges of customers: as match ledger and groups' members write them and as the priority account reads them. */
public final class ChargeWire {
    private static final int CUSTOMER = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.CUSTOMER.name());
    private static final int MATCH = LedgerKind.getClassSchema().getEnumOrdinal(LedgerKind.MATCH.name());
    private static final int KINDS =
            ChargeKind.getClassSchema().getEnumSymbols().size();
    private static final int LEDGERS =
            LedgerKind.getClassSchema().getEnumSymbols().size();
    private static final int NAMES = 10;
    private static final int JOB_ID = 4;
    private static final int RATE_CHANGE = 0;
    private static final int SUBTREE_RATE_CHANGE = 1;
    private static final int ENTRIES = 2;

    private ChargeWire() {}

    private static void writeHead(String account, String thing, Origin cause, AvroOut out) {
        out.writeLong(CUSTOMER);
        out.writeString(account);
        out.writeLong(MATCH);
        out.writeString(thing);
        out.writeString(cause.topic());
        out.writeLong(cause.partition());
        out.writeLong(cause.offset());
    }

    private static void writeNulls(int count, AvroOut out) {
        for (int left = count; left > 0; left--) {
            out.writeLong(0);
        }
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
            writeHead(change.customer(), entry.resource(), entry.cause(), out);
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
            writeHead(charge.group(), "", charge.cause(), out);
            writeNulls(NAMES, out);
            int kind = change instanceof Entry.SubtreeUse ? SUBTREE_RATE_CHANGE : RATE_CHANGE;
            writeEntry(kind, change.at(), change.resources(), change.weight(), change.since(), out);
        }
    }

    /** What the priority account reads: null for charges of other accounts. */
    public static final class Read implements HotReader<Entry.UseChange> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public Entry.@Nullable UseChange read(AvroIn in) {
            int kind = in.readIndex(KINDS);
            in.skipString();
            in.readIndex(LEDGERS);
            in.skipString();
            in.skipString();
            in.readInt();
            in.readLong();
            skipDimensions(in);
            in.readBoolean();
            int entry = in.readIndex(ENTRIES);
            long at = in.readLong();
            int resources = in.readInt();
            double weight = in.readDouble();
            long since = in.readLong();
            if (kind != CUSTOMER) {
                return null;
            }
            return entry == RATE_CHANGE
                    ? new Entry.Use(at, resources, weight, since)
                    : new Entry.SubtreeUse(at, resources, weight, since);
        }

        private static void skipDimensions(AvroIn in) {
            for (int name = 0; name < NAMES; name++) {
                if (in.readIndex(2) == 1) {
                    if (name == JOB_ID) {
                        in.readLong();
                    } else {
                        in.skipString();
                    }
                }
            }
        }
    }
}
