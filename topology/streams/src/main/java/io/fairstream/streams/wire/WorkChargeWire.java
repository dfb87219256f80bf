package io.fairstream.streams.wire;

import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.account.balance.TargetCharge;
import io.fairstream.rules.account.daily.Active;
import io.fairstream.rules.account.daily.DayChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.LedgerKind;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** Charges of projects' balances and of daily histories, as they are written, and their entries as they are read. */
public final class WorkChargeWire implements HotWriter<WorkCharge> {
    static final int TARGET = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.TARGET.name());
    static final int DAY = ChargeKind.getClassSchema().getEnumOrdinal(ChargeKind.DAY.name());
    static final int WORK_DONE = 7;
    static final int SEEN = 8;
    static final int ACTIVE_CHANGE = 9;
    private static final int NULLS_BEFORE_HOST = 7;
    private static final int NULLS_AFTER_APP = 2;

    @Override
    public Schema schema() {
        return Charge.getClassSchema();
    }

    @Override
    public void write(WorkCharge charge, AvroOut out) {
        Schema ledgers = LedgerKind.getClassSchema();
        int kind = charge.kind() == ChargeKind.TARGET ? TARGET : DAY;
        int ledger = ledgers.getEnumOrdinal(charge.ledger().name());
        ChargeWire.writeHead(kind, charge.account(), ledger, charge.thing(), charge.cause(), out);
        ChargeWire.writeNulls(NULLS_BEFORE_HOST, out);
        out.writeNullUnlessFilled(charge.ledger() == LedgerKind.HOST ? charge.thing() : "");
        if (charge.entry() instanceof WorkCharge.Done done) {
            boolean isOfOne = done.parts().size() == 1;
            out.writeNullUnlessFilled(isOfOne ? done.parts().get(0).project() : "");
            out.writeNullUnlessFilled(isOfOne ? done.parts().get(0).app() : "");
            ChargeWire.writeNulls(NULLS_AFTER_APP, out);
            out.writeBoolean(done.isCapped());
            out.writeLong(WORK_DONE);
            out.writeLong(done.from());
            out.writeLong(done.to());
            out.writeItems(done.parts(), part -> write(part, out));
        } else if (charge.entry() instanceof WorkCharge.Told told) {
            ChargeWire.writeNulls(2 + NULLS_AFTER_APP, out);
            out.writeBoolean(false);
            write(told.change(), out);
        }
    }

    private static void write(WorkCharge.Part part, AvroOut out) {
        out.writeString(part.project());
        out.writeString(part.app());
        write(part.work(), out);
        out.writeLong(part.cut().isNothing() ? 0 : 1);
        if (!part.cut().isNothing()) {
            write(part.cut(), out);
        }
    }

    private static void write(Work work, AvroOut out) {
        out.writeLong(work.cpuMicros());
        out.writeLong(work.gpuMicros());
        out.writeLong(work.cpuMflop());
        out.writeLong(work.gpuMflop());
        out.writeLong(work.succeeded());
        out.writeLong(work.failed());
    }

    private static void write(DayChange change, AvroOut out) {
        if (change instanceof DayChange.Gained gained) {
            out.writeLong(ACTIVE_CHANGE);
            out.writeString(date(gained.day()));
            out.writeItems(gained.gained().entrySet(), day -> {
                out.writeString(date(day.getKey()));
                out.writeLong(day.getValue().hosts());
                out.writeLong(day.getValue().gpuHosts());
                out.writeLong(day.getValue().users());
            });
        } else {
            out.writeLong(SEEN);
            out.writeString(date(change.day()));
        }
    }

    static String date(long day) {
        return LocalDate.ofEpochDay(day).toString();
    }

    static DayChange.Seen readSeen(AvroIn in) {
        return new DayChange.Seen(readDay(in));
    }

    static DayChange.Gained readGained(AvroIn in) {
        long newest = readDay(in);
        SortedMap<Long, Active> gained = new TreeMap<>();
        in.readBlocks(
                () -> gained.merge(readDay(in), new Active(in.readLong(), in.readLong(), in.readLong()), Active::plus));
        return new DayChange.Gained(newest, gained);
    }

    private static long readDay(AvroIn in) {
        String day = in.readString();
        try {
            return LocalDate.parse(day).toEpochDay();
        } catch (DateTimeParseException e) {
            throw new SerializationException("day: " + day + " (expected: a day like 2026-03-02)", e);
        }
    }

    static WorkCharge.Done readDone(AvroIn in) {
        long from = in.readLong();
        long to = in.readLong();
        List<WorkCharge.Part> parts = new ArrayList<>(2);
        in.readBlocks(() -> parts.add(readPart(in)));
        return new WorkCharge.Done(from, to, parts);
    }

    private static WorkCharge.Part readPart(AvroIn in) {
        String project = in.readString();
        String app = in.readString();
        Work work = readWork(in);
        return new WorkCharge.Part(project, app, work, in.readIndex(2) == 0 ? Work.NOTHING : readWork(in));
    }

    private static Work readWork(AvroIn in) {
        return new Work(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    /** What a daily history is told by a charge. */
    static DayChange.Done ofDay(WorkCharge.Done done) {
        Work sum = done.parts().stream().map(WorkCharge.Part::work).reduce(Work.NOTHING, Work::plus);
        return new DayChange.Done(UtcDays.day(done.from()), sum);
    }

    /** What a project's balances are told by a charge. */
    static TargetCharge ofTarget(WorkCharge.Done done) {
        List<TargetCharge.Part> parts = done.parts().stream()
                .map(part -> new TargetCharge.Part(part.app(), part.work()))
                .toList();
        return new TargetCharge(done.to(), parts);
    }
}
