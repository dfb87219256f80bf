package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.session.Payer;
import io.fairstream.rules.ledger.session.SessionCharge;
import io.fairstream.rules.ledger.session.Usage;
import io.fairstream.rules.ledger.session.Used;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import org.apache.avro.Schema;

/** Charges of jobs and users as the session ledger writes them. */
public final class SessionChargeWire implements HotWriter<SessionEntry> {
    private static final int JOB = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.JOB.name());
    private static final int USER = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.USER.name());
    private static final int SESSION = LedgerKind.getClassSchema().getEnumOrdinal(LedgerKind.SESSION.name());
    private static final int NULLS_BEFORE_CLUSTER = 3;
    private static final int NULLS_AFTER_NODE = 5;
    private static final int USAGE = 3;

    @Override
    public Schema schema() {
        return Charge.getClassSchema();
    }

    @Override
    public void write(SessionEntry entry, AvroOut out) {
        SessionCharge charge = entry.charge();
        out.writeLong(charge.payer() == Payer.JOB ? JOB : USER);
        out.writeString(charge.account());
        out.writeLong(SESSION);
        out.writeString(entry.node());
        out.writeString(entry.cause().topic());
        out.writeLong(entry.cause().partition());
        out.writeLong(entry.cause().offset());
        writeDimensions(charge, out);
        out.writeBoolean(false);
        out.writeLong(USAGE);
        writeUsage(charge.usage(), out);
    }

    private static void writeDimensions(SessionCharge charge, AvroOut out) {
        writeNulls(NULLS_BEFORE_CLUSTER, out);
        out.writeNullable(charge.cluster());
        out.writeNullable(charge.jobId() == 0 ? null : (Long) charge.jobId());
        writeNulls(1, out);
        out.writeNullable(charge.node());
        writeNulls(NULLS_AFTER_NODE, out);
    }

    private static void writeNulls(int count, AvroOut out) {
        for (int left = count; left > 0; left--) {
            out.writeLong(0);
        }
    }

    private static void writeUsage(Usage usage, AvroOut out) {
        Used used = usage.used();
        out.writeLong(usage.from());
        out.writeLong(usage.to());
        out.writeLong(used.cpuMicros());
        out.writeLong(used.realKiBSeconds());
        out.writeLong(used.virtualKiBSeconds());
        out.writeLong(used.realHighwaterKiB());
        out.writeLong(used.virtualHighwaterKiB());
        out.writeString(usage.user());
        out.writeNullable(usage.userId());
    }
}
