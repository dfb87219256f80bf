package io.fairstream.streams.wire;

import io.fairstream.rules.account.daily.WorkSum;
import io.fairstream.rules.ledger.host.Hardware;
import io.fairstream.schemas.Host;
import org.apache.avro.Schema;

/** Rows of volunteers' hosts. */
public final class HostWire implements FastAvroWriter<HostRow> {
    @Override
    public Schema schema() {
        return Host.getClassSchema();
    }

    @Override
    public void write(HostRow row, AvroOut out) {
        Hardware hardware = row.newest().hardware();
        out.writeString(row.host());
        out.writeString(row.newest().user());
        out.writeLong(hardware.processors());
        out.writeLong(hardware.gpus());
        out.writeBoolean(hardware.hasUsableGpu());
        out.writeBoolean(hardware.vmExtensionsDisabled());
        DailyWire.write(WorkSum.of(row.work()), out);
        out.writeLong(row.cut().isNothing() ? 0 : 1);
        if (!row.cut().isNothing()) {
            DailyWire.write(WorkSum.of(row.cut()), out);
        }
        out.writeLong(row.newest().at());
    }
}
