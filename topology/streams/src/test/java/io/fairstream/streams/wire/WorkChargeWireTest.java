package io.fairstream.streams.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.account.balance.TargetCharge;
import io.fairstream.rules.account.daily.Active;
import io.fairstream.rules.account.daily.DayChange;
import io.fairstream.schemas.ActiveChange;
import io.fairstream.schemas.ActiveDay;
import io.fairstream.schemas.Cause;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.Seen;
import io.fairstream.schemas.WorkCut;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

/** What is read and written by hand of volunteers' work is, byte for byte, what Avro reads and writes. */
class WorkChargeWireTest {
    private static final int ROUNDS = 400;
    private static final long START = 1_700_000_000_000L;

    private final Random random = new Random(20231114);
    private final Values values = new Values(20231115);

    /** Whether a charge is about work or about who was active. */
    static boolean isOfWork(Object entry) {
        return entry instanceof WorkDone || entry instanceof Seen || entry instanceof ActiveChange;
    }

    private Work work() {
        return random.nextInt(3) == 0
                ? Work.NOTHING
                : new Work(random.nextLong(), random.nextInt(), -5, random.nextLong(), random.nextInt(9), 1);
    }

    private WorkCharge.Entry entry() {
        long day = UtcDays.day(START) + random.nextInt(100);
        return switch (random.nextInt(3)) {
            case 0 -> new WorkCharge.Told(new DayChange.Seen(day));
            case 1 -> new WorkCharge.Told(new DayChange.Gained(day, gained(day)));
            default -> new WorkCharge.Done(day * UtcDays.MILLIS + 5, day * UtcDays.MILLIS + 7, parts());
        };
    }

    private SortedMap<Long, Active> gained(long day) {
        SortedMap<Long, Active> gained = new TreeMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            gained.put(day + left, new Active(random.nextInt(9), 1, random.nextLong()));
        }
        return gained;
    }

    private List<WorkCharge.Part> parts() {
        List<WorkCharge.Part> parts = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            parts.add(new WorkCharge.Part("p" + left, random.nextBoolean() ? "" : "app", work(), work()));
        }
        return parts;
    }

    private WorkCharge charge() {
        boolean isSum = random.nextBoolean();
        return new WorkCharge(
                random.nextBoolean() ? ChargeKind.TARGET : ChargeKind.DAY,
                "user|alice",
                isSum ? LedgerKind.JOB : LedgerKind.HOST,
                isSum ? "" : "h1",
                entry(),
                new Origin("fairstream.host-reports", 3, random.nextInt()));
    }

    @Test
    void chargesAreWrittenAsAvroWritesThem() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            WorkCharge charge = charge();
            assertArrayEquals(
                    AvroBytes.of(record(charge)),
                    HotWritersTest.written(new WorkChargeWire(), charge),
                    charge::toString);
        }
    }

    @Test
    void anAccountIsToldWhatConcernsIt() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            WorkCharge charge = charge();
            Object read = new ChargeWire.Read().read(new AvroIn(AvroBytes.of(record(charge)), 0));
            if (charge.entry() instanceof WorkCharge.Told told) {
                assertEquals(charge.kind() == ChargeKind.DAY ? told.change() : null, read);
            } else if (charge.entry() instanceof WorkCharge.Done done) {
                assertEquals(charge.kind() == ChargeKind.DAY ? day(done) : target(done), read);
            }
        }
    }

    private static DayChange day(WorkCharge.Done done) {
        Work sum = Work.NOTHING;
        for (WorkCharge.Part part : done.parts()) {
            sum = sum.plus(part.work());
        }
        return new DayChange.Done(UtcDays.day(done.from()), sum);
    }

    private static TargetCharge target(WorkCharge.Done done) {
        List<TargetCharge.Part> parts = new ArrayList<>();
        for (WorkCharge.Part part : done.parts()) {
            parts.add(new TargetCharge.Part(part.app(), part.work()));
        }
        return new TargetCharge(done.to(), parts);
    }

    @Test
    void otherAccountsAreNotTold() throws IOException {
        Charge charge = record(charge());
        for (ChargeKind kind : List.of(ChargeKind.USER, ChargeKind.JOB, ChargeKind.ASSOCIATION, ChargeKind.CUSTOMER)) {
            Charge other = Charge.newBuilder(charge).setKind(kind).build();
            assertNull(new ChargeWire.Read().read(new AvroIn(AvroBytes.of(other), 0)), kind::toString);
        }
    }

    @Test
    void aDayThatIsNoneIsNoRecord() throws IOException {
        WorkCharge seen = new WorkCharge(
                ChargeKind.DAY,
                "user|alice",
                LedgerKind.HOST,
                "h1",
                new WorkCharge.Told(new DayChange.Seen(1)),
                new Origin("t", 0, 0));
        Charge wrong =
                Charge.newBuilder(record(seen)).setEntry(new Seen("2026-02-30")).build();
        AvroIn in = new AvroIn(AvroBytes.of(wrong), 0);
        assertThrows(SerializationException.class, () -> new ChargeWire.Read().read(in));
    }

    @Test
    void reportsReadByHandAreWrittenAsTheyWere() throws IOException {
        HostReportWire wire = new HostReportWire();
        for (int i = 0; i < ROUNDS; i++) {
            HostReport record = values.record(HostReport.class);
            byte[] avro = AvroBytes.of(record);
            assertArrayEquals(avro, HotWritersTest.written(wire, wire.read(new AvroIn(avro, 0))), record::toString);
        }
    }

    private static Charge record(WorkCharge charge) {
        boolean isCapped = false;
        Dimensions.Builder dimensions = Dimensions.newBuilder();
        if (charge.ledger() == LedgerKind.HOST) {
            dimensions.setHost(charge.thing());
        }
        Object entry;
        if (charge.entry() instanceof WorkCharge.Done done) {
            List<WorkPart> parts = done.parts().stream().map(part -> part(part)).toList();
            isCapped = parts.stream().anyMatch(part -> part.getCut() != null);
            if (parts.size() == 1) {
                dimensions.setProject(parts.get(0).getProject());
                dimensions.setApp(
                        parts.get(0).getApp().isEmpty() ? null : parts.get(0).getApp());
            }
            entry = new WorkDone(Instant.ofEpochMilli(done.from()), Instant.ofEpochMilli(done.to()), parts);
        } else {
            entry = told(((WorkCharge.Told) charge.entry()).change());
        }
        Origin cause = charge.cause();
        return Charge.newBuilder()
                .setKind(charge.kind())
                .setAccount(charge.account())
                .setLedger(charge.ledger())
                .setThing(charge.thing())
                .setCause(new Cause(cause.topic(), cause.partition(), cause.offset()))
                .setDimensions(dimensions.build())
                .setCapped(isCapped)
                .setEntry(entry)
                .build();
    }

    private static Object told(DayChange change) {
        String day = LocalDate.ofEpochDay(change.day()).toString();
        if (change instanceof DayChange.Gained gained) {
            List<ActiveDay> days = new ArrayList<>();
            for (Map.Entry<Long, Active> on : gained.gained().entrySet()) {
                Active active = on.getValue();
                days.add(new ActiveDay(
                        LocalDate.ofEpochDay(on.getKey()).toString(),
                        active.hosts(),
                        active.gpuHosts(),
                        active.users()));
            }
            return new ActiveChange(day, days);
        }
        return new Seen(day);
    }

    private static WorkPart part(WorkCharge.Part part) {
        Work work = part.work();
        Work cut = part.cut();
        return new WorkPart(
                part.project(),
                part.app(),
                work.cpuMicros(),
                work.gpuMicros(),
                work.cpuMflop(),
                work.gpuMflop(),
                work.succeeded(),
                work.failed(),
                cut.isNothing()
                        ? null
                        : new WorkCut(
                                cut.cpuMicros(),
                                cut.gpuMicros(),
                                cut.cpuMflop(),
                                cut.gpuMflop(),
                                cut.succeeded(),
                                cut.failed()));
    }
}
