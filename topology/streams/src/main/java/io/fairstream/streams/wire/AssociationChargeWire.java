package io.fairstream.streams.wire;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Held;
import io.fairstream.rules.account.association.AssociationEntry;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** Charges of users in banks and of banks, as they are written, and their entries as they are read. */
public final class AssociationChargeWire {
    static final int ASSOCIATION = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.ASSOCIATION.name());
    static final int HOLDING_CHANGE = 5;
    static final int SUBTREE_USAGE = 6;
    private static final int JOB_LEDGER = LedgerKind.getClassSchema().getEnumOrdinal(LedgerKind.JOB.name());

    private AssociationChargeWire() {}

    static AssociationEntry.Holding readHolding(AvroIn in) {
        long at = in.readLong();
        long since = in.readLong();
        int holdings = in.readInt();
        int booked = in.readInt();
        Long endedAt = in.readNullableLong();
        int processors = in.readInt();
        Integer nodes = in.readNullableInt();
        Held held = new Held(processors, nodes, in.readInt(), in.readLong());
        return new AssociationEntry.Holding(at, since, holdings, booked, endedAt == null ? at : endedAt, held);
    }

    static AssociationEntry.Subtree readSubtree(AvroIn in) {
        long at = in.readLong();
        String terms = in.readString();
        HalfLife halfLife = halfLife(in.readDouble());
        long holdings = in.readLong();
        double weight = Bounds.finite(in.readDouble());
        double smooth = Bounds.finite(in.readDouble());
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

    /** What the job ledger writes. */
    public static final class Written implements HotWriter<ChargedHolding> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public void write(ChargedHolding charge, AvroOut out) {
            String job = charge.cluster() + "/" + charge.jobId();
            ChargeWire.writeHead(ASSOCIATION, charge.path(), JOB_LEDGER, job, charge.cause(), out);
            ChargeWire.writeJob(charge.cluster(), charge.jobId(), charge.run(), charge.submitted(), charge.bank(), out);
            out.writeBoolean(false);
            out.writeLong(HOLDING_CHANGE);
            AssociationEntry.Holding entry = charge.entry();
            out.writeLong(entry.at());
            out.writeLong(entry.since());
            out.writeLong(entry.holdings());
            out.writeLong(entry.booked());
            out.writeNullable(entry.booked() == 0 ? null : (Long) entry.endedAt());
            out.writeLong(entry.held().processors());
            out.writeNullable(entry.held().nodes());
            out.writeLong(entry.held().gpus());
            out.writeLong(entry.held().memoryMiB());
        }
    }

    /** What is written for banks. */
    public static final class WrittenForBanks implements HotWriter<BankCharge> {
        @Override
        public Schema schema() {
            return Charge.getClassSchema();
        }

        @Override
        public void write(BankCharge charge, AvroOut out) {
            ChargeWire.writeHead(ASSOCIATION, charge.bank(), JOB_LEDGER, "", charge.cause(), out);
            ChargeWire.writeNulls(ChargeWire.NAMES, out);
            out.writeBoolean(false);
            out.writeLong(SUBTREE_USAGE);
            AssociationEntry.Subtree entry = charge.entry();
            out.writeLong(entry.at());
            out.writeString(entry.terms());
            out.writeDouble(entry.halfLife().seconds());
            out.writeLong(entry.holdings());
            out.writeDouble(entry.weight());
            out.writeDouble(entry.smooth());
            out.writeLong(entry.units());
            out.writeItems(new TreeMap<>(entry.periods()).entrySet(), period -> {
                out.writeLong(period.getKey());
                out.writeLong(period.getValue());
            });
        }
    }
}
