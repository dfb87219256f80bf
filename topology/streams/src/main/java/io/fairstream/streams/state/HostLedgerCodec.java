package io.fairstream.streams.state;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.ledger.host.Counter;
import io.fairstream.rules.ledger.host.EpochTotals;
import io.fairstream.rules.ledger.host.Hardware;
import io.fairstream.rules.ledger.host.HostBase;
import io.fairstream.rules.ledger.host.HostLedger;
import io.fairstream.rules.ledger.host.HostPoint;
import io.fairstream.rules.ledger.host.HostTrail;
import java.util.ArrayList;
import java.util.List;

/** Keeps hosts' ledgers. Not safe for several threads. */
public final class HostLedgerCodec implements PagelessCodec<HostLedger> {
    /** Here each report stood with all it says, and whether it had divided the interval in which it lies. */
    private static final int UNPACKED = 1;

    private static final int VERSION = 2;

    private final StateOut out = new StateOut();

    @Override
    public HostLedger create() {
        return new HostLedger();
    }

    @Override
    public byte[] write(HostLedger ledger) {
        out.begin(VERSION);
        WorkParts.write(ledger.work(), out);
        WorkParts.write(ledger.cut(), out);
        WorkParts.write(ledger.days(), out);
        WorkParts.write(ledger.gpuDays(), out);
        HostBase base = ledger.base();
        out.writeBoolean(base != null);
        if (base != null) {
            write(base);
        }
        out.writeLong(ledger.trail().size());
        out.writeBytes(ledger.trail().packed());
        return out.toByteArray();
    }

    @Override
    public HostLedger read(String host, byte[] bytes) {
        StateIn in = new StateIn(bytes);
        if (in.version() != VERSION && in.version() != UNPACKED) {
            throw StateCodec.unknown("host ledger", in.version());
        }
        Work work = WorkParts.readWork(in);
        Work cut = WorkParts.readWork(in);
        ActiveDays days = WorkParts.readDays(in);
        ActiveDays gpuDays = WorkParts.readDays(in);
        HostBase base = in.readBoolean() ? readBase(in) : null;
        HostTrail trail = in.version() == UNPACKED ? readPoints(in) : HostTrail.of(in.readInt(), in.readBytes());
        return new HostLedger(base, trail, work, cut, days, gpuDays);
    }

    private void write(HostBase base) {
        out.writeLong(base.at());
        write(base.hardware());
        out.writeLong(base.epochs().size());
        for (EpochTotals epoch : base.epochs()) {
            out.writeString(epoch.epoch());
            out.writeLong(epoch.sequence());
            write(epoch.counters());
        }
    }

    private static HostBase readBase(StateIn in) {
        long at = in.readLong();
        Hardware hardware = readHardware(in);
        List<EpochTotals> epochs = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            epochs.add(new EpochTotals(in.readString(), in.readLong(), readCounters(in)));
        }
        return new HostBase(at, hardware, epochs);
    }

    /** Without those that divided nothing: what was charged is as if they had not come, so they may come again. */
    private static HostTrail readPoints(StateIn in) {
        List<HostPoint> points = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            HostPoint point = new HostPoint(
                    in.readString(), in.readString(), in.readLong(), in.readLong(), readHardware(in), readCounters(in));
            if (in.readBoolean()) {
                points.add(point);
            }
        }
        return HostTrail.of(points);
    }

    private void write(Hardware hardware) {
        out.writeLong(hardware.processors());
        out.writeLong(hardware.gpus());
        out.writeDouble(hardware.cpuFlopsEach());
        out.writeDouble(hardware.gpuFlopsEach());
        out.writeBoolean(hardware.usableGpu());
        out.writeBoolean(hardware.vmExtensionsDisabled());
    }

    private static Hardware readHardware(StateIn in) {
        return new Hardware(
                in.readInt(), in.readInt(), in.readDouble(), in.readDouble(), in.readBoolean(), in.readBoolean());
    }

    private void write(List<Counter> counters) {
        out.writeLong(counters.size());
        for (Counter counter : counters) {
            out.writeString(counter.project());
            out.writeString(counter.app());
            WorkParts.write(counter.total(), out);
        }
    }

    private static List<Counter> readCounters(StateIn in) {
        int count = in.readInt();
        List<Counter> counters = new ArrayList<>(count);
        for (int left = count; left > 0; left--) {
            counters.add(new Counter(in.readString(), in.readString(), WorkParts.readWork(in)));
        }
        return counters;
    }
}
