package io.fairstream.streams.wire;

import io.fairstream.rules.account.Entry;
import io.fairstream.rules.ledger.RateChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Charges of customers: as the match ledger writes them and as the priority account reads them. */
public final class ChargeWire {
    private static final int CUSTOMER = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.CUSTOMER.name());
    private static final int MATCH = LedgerKind.getClassSchema().getEnumOrdinal(LedgerKind.MATCH.name());
    private static final int KINDS =
            ChargeKind.getClassSchema().getEnumSymbols().size();
    private static final int LEDGERS =
            LedgerKind.getClassSchema().getEnumSymbols().size();

    private ChargeWire() {}

    /** What the match ledger writes. */
    public static final class Written implements HotWriter<JournalEntry> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public void write(JournalEntry entry, AvroOut out) {
            RateChange change = entry.change();
            out.writeLong(CUSTOMER);
            out.writeString(change.customer());
            out.writeLong(MATCH);
            out.writeString(entry.resource());
            out.writeString(entry.cause().topic());
            out.writeLong(entry.cause().partition());
            out.writeLong(entry.cause().offset());
            writeDimensions(entry, out);
            out.writeBoolean(false);
            out.writeLong(0);
            out.writeLong(change.at());
            out.writeLong(change.resources());
            out.writeDouble(change.weight());
            out.writeLong(change.since());
        }

        private static void writeDimensions(JournalEntry entry, AvroOut out) {
            out.writeNullUnlessFilled(entry.change().match().pool());
            out.writeNullUnlessFilled(entry.resource());
            out.writeNullUnlessFilled(entry.change().match().matchId());
            for (int others = 0; others < 7; others++) {
                out.writeLong(0);
            }
        }
    }

    /** What the priority account reads: null for charges of other accounts. */
    public static final class Read implements HotReader<Entry.Use> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public Entry.@Nullable Use read(AvroIn in) {
            int kind = in.readIndex(KINDS);
            in.skipString();
            in.readIndex(LEDGERS);
            in.skipString();
            in.skipString();
            in.readInt();
            in.readLong();
            skipDimensions(in);
            in.readBoolean();
            int entry = in.readIndex(2);
            Entry.Use use = new Entry.Use(in.readLong(), in.readInt(), in.readDouble(), in.readLong());
            return kind == CUSTOMER && entry == 0 ? use : null;
        }

        private static void skipDimensions(AvroIn in) {
            for (int name = 0; name < 10; name++) {
                if (in.readIndex(2) == 1) {
                    if (name == 4) {
                        in.readLong();
                    } else {
                        in.skipString();
                    }
                }
            }
        }
    }
}
