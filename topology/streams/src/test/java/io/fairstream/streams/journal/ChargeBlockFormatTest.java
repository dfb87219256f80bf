package io.fairstream.streams.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Account.Scope;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.PlainJson;
import io.fairstream.streams.SomeAmounts;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.FastAvroWritersTest;
import io.fairstream.streams.avro.Values;
import io.fairstream.streams.journal.ChargeBlockBuilder.ChargeBlockFormat;
import io.fairstream.testing.WrittenCharges;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Blocks of charges, as they are written and read by hand, by Avro, and by those who want single charges. */
class ChargeBlockFormatTest {
    private static final long EIGHT = 1_772_438_400_000L;
    private static final int ROUNDS = 200;

    private final Random random = new Random(20231114);
    private final Values values = new Values(20231115);

    @Test
    void whatIsWrittenByHandIsReadByAvroUnpackedPackedAgainAndReadByHand() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            Ledger ledger = values.oneOf(Ledger.values());
            List<Charge> charges = Stream.generate(() -> charge(ledger))
                    .limit(random.nextInt(20))
                    .toList();
            ChargeBlock block = written(ledger, charges);
            List<ChargeBlocks.Sent> single = ChargeBlocks.charges(block);
            assertEquals(
                    charges.stream()
                            .map(charge -> Instant.ofEpochMilli(charge.cause().sent()))
                            .toList(),
                    single.stream().map(ChargeBlocks.Sent::sent).toList());
            ChargeBlock again = WrittenCharges.block(LedgerKind.valueOf(ledger.name()), single);
            assertEquals(charges, read(AvroRecords.of(block)));
            assertEquals(charges, read(AvroRecords.of(again)));
        }
    }

    @Test
    void oneOfEachEntryAsAReaderSeesIt() throws IOException {
        Dimensions job = Dimensions.ofJob("tux", 7, "r1", EIGHT, "root/physics");
        Cause cause = new Cause("fairstream.job-events", 3, 17, EIGHT + 5);
        List<Charge> charges = List.of(
                new Charge(
                        Account.customer("alice"),
                        Ledger.JOB,
                        "slot1",
                        Dimensions.ofMatch("pool", "slot1", "m1"),
                        new RateChange(false, EIGHT, 1, 8, EIGHT),
                        cause),
                Charge.ofSum(
                        Account.customer("physics"), Ledger.JOB, new RateChange(true, EIGHT, -1, -8.5, EIGHT), cause),
                new Charge(
                        Account.user("alice"),
                        Ledger.JOB,
                        "tux/7",
                        job,
                        new UsageEntry.Allocation(EIGHT, 64, 0, Tres.EMPTY, 1001L),
                        cause),
                new Charge(
                        Account.job("tux/7"),
                        Ledger.JOB,
                        "tux/7",
                        Dimensions.ofSession("tux", "n1", 7),
                        new UsageEntry.Usage(EIGHT, EIGHT + 1, SomeAmounts.of(1, 2, 3, 4, 5), "alice", null),
                        cause),
                new Charge(
                        Account.job("tux/7"),
                        Ledger.JOB,
                        "tux/7",
                        job,
                        new UsageEntry.Statement(
                                EIGHT,
                                EIGHT,
                                0,
                                64,
                                Tres.EMPTY,
                                "alice",
                                null,
                                "root/physics",
                                "batch",
                                5L,
                                1,
                                true,
                                false),
                        cause),
                new Charge(
                        Account.association("root/physics/alice"),
                        Ledger.JOB,
                        "tux/7",
                        job,
                        new AssociationEntry.Holding(
                                EIGHT + 9, EIGHT, -1, 1, EIGHT + 9, new AllocatedResources(64, 2, 4, 1000)),
                        cause),
                Charge.ofSum(
                        Account.association("root/physics"),
                        Ledger.JOB,
                        new AssociationEntry.Subtree(
                                "terms", new HalfLife(60), EIGHT, 1, 2, 3.5, 4, Map.of(2L, 20L, 1L, 10L)),
                        cause),
                new Charge(
                        Account.daily(Scope.USER, "alice"),
                        Ledger.JOB,
                        "h1",
                        Dimensions.ofWork("h1", "einstein", "gw"),
                        new HostUsageEntry.Done(
                                EIGHT,
                                EIGHT + 1,
                                List.of(new HostUsagePart(
                                        "einstein",
                                        "gw",
                                        new HostUsage(1, 2, 3, 4, 5, 6),
                                        new HostUsage(1, 0, 0, 0, 0, 0)))),
                        cause),
                new Charge(
                        Account.daily(Scope.USER, "alice"),
                        Ledger.JOB,
                        "h1",
                        Dimensions.ofWork("h1", "", ""),
                        new HostUsageEntry.Seen(UtcDays.day(EIGHT)),
                        cause),
                Charge.ofSum(
                        Account.TOTAL,
                        Ledger.JOB,
                        new HostUsageEntry.ActiveChange(
                                UtcDays.day(EIGHT), new TreeMap<>(Map.of(UtcDays.day(EIGHT), new Active(1, 2, 3)))),
                        cause));
        String of = "\"ledger\":\"JOB\",";
        String caused = "\"cause\":{\"topic\":\"fairstream.job-events\",\"partition\":3,\"offset\":17},";
        String dimensions = "\"dimensions\":{\"cluster\":\"tux\",\"jobId\":7,\"run\":\"r1\","
                + "\"submitted\":\"2026-03-02T08:00:00Z\",\"bank\":\"root/physics\"},";
        String at = "\"at\":\"2026-03-02T08:00:00Z\"";
        assertEquals(
                List.of(
                        "{\"kind\":\"CUSTOMER\",\"account\":\"alice\"," + of + "\"thing\":\"slot1\"," + caused
                                + "\"dimensions\":{\"pool\":\"pool\",\"resource\":\"slot1\",\"matchId\":\"m1\"},"
                                + "\"capped\":false,\"entry\":{\"RateChange\":{" + at
                                + ",\"resources\":1,\"weight\":8.0,\"since\":\"2026-03-02T08:00:00Z\"}}}",
                        "{\"kind\":\"CUSTOMER\",\"account\":\"physics\"," + of + "\"thing\":\"\"," + caused
                                + "\"dimensions\":{},\"capped\":false,\"entry\":{\"SubtreeRateChange\":{" + at
                                + ",\"resources\":-1,\"weight\":-8.5,\"since\":\"2026-03-02T08:00:00Z\"}}}",
                        "{\"kind\":\"USER\",\"account\":\"alice\"," + of + "\"thing\":\"tux/7\"," + caused + dimensions
                                + "\"capped\":false,\"entry\":{\"AllocationChange\":{" + at
                                + ",\"allocated\":64,\"reserved\":0,\"tres\":{},\"userId\":1001}}}",
                        "{\"kind\":\"JOB\",\"account\":\"tux/7\"," + of + "\"thing\":\"tux/7\"," + caused
                                + "\"dimensions\":{\"cluster\":\"tux\",\"jobId\":7,\"node\":\"n1\"},\"capped\":false,"
                                + "\"entry\":{\"Usage\":{\"from\":\"2026-03-02T08:00:00Z\","
                                + "\"to\":\"2026-03-02T08:00:00.001Z\",\"cpuTimeUsedMicros\":1,"
                                + "\"realMemoryKiBSeconds\":2,\"virtualMemoryKiBSeconds\":3,"
                                + "\"realMemoryHighwaterKiB\":4,\"virtualMemoryHighwaterKiB\":5,"
                                + "\"gpuTimeUsedMicros\":0,\"gpuMemoryKiBSeconds\":0,\"gpuMemoryHighwaterKiB\":0,\"energyMillijoules\":0,\"user\":\"alice\"}}}",
                        "{\"kind\":\"JOB\",\"account\":\"tux/7\"," + of + "\"thing\":\"tux/7\"," + caused + dimensions
                                + "\"capped\":false,\"entry\":{\"JobStatement\":{" + at
                                + ",\"firstSeen\":\"2026-03-02T08:00:00Z\",\"allocated\":0,\"reserved\":64,\"tres\":{},"
                                + "\"user\":\"alice\",\"partition\":\"batch\",\"memoryMiB\":5,\"runs\":1,"
                                + "\"final\":true,\"withdrawn\":false}}}",
                        "{\"kind\":\"ASSOCIATION\",\"account\":\"root/physics/alice\"," + of + "\"thing\":\"tux/7\","
                                + caused + dimensions + "\"capped\":false,\"entry\":{\"HoldingChange\":{"
                                + "\"at\":\"2026-03-02T08:00:00.009Z\",\"since\":\"2026-03-02T08:00:00Z\","
                                + "\"holdings\":-1,\"booked\":1,\"endedAt\":\"2026-03-02T08:00:00.009Z\","
                                + "\"processors\":64,\"nodes\":2,\"gpus\":4,\"memoryMiB\":1000,\"tres\":{},\"partition\":\"\",\"qos\":\"\"}}}",
                        "{\"kind\":\"ASSOCIATION\",\"account\":\"root/physics\"," + of + "\"thing\":\"\"," + caused
                                + "\"dimensions\":{},\"capped\":false,\"entry\":{\"SubtreeUsage\":{" + at
                                + ",\"terms\":\"terms\",\"halfLifeSeconds\":60.0,\"holdings\":1,\"weight\":2.0,"
                                + "\"smoothUsage\":3.5,\"units\":4,\"periods\":[{\"index\":1,\"units\":10},"
                                + "{\"index\":2,\"units\":20}]}}}",
                        "{\"kind\":\"DAY\",\"account\":\"user|alice\"," + of + "\"thing\":\"h1\"," + caused
                                + "\"dimensions\":{\"host\":\"h1\",\"project\":\"einstein\",\"app\":\"gw\"},"
                                + "\"capped\":true,\"entry\":{\"WorkDone\":{\"from\":\"2026-03-02T08:00:00Z\","
                                + "\"to\":\"2026-03-02T08:00:00.001Z\",\"parts\":[{\"project\":\"einstein\","
                                + "\"app\":\"gw\",\"cpuMicros\":1,\"gpuMicros\":2,\"cpuMflop\":3,\"gpuMflop\":4,"
                                + "\"jobsSucceeded\":5,\"jobsFailed\":6,\"cut\":{\"cpuMicros\":1,\"gpuMicros\":0,"
                                + "\"cpuMflop\":0,\"gpuMflop\":0,\"jobsSucceeded\":0,\"jobsFailed\":0}}]}}}",
                        "{\"kind\":\"DAY\",\"account\":\"user|alice\"," + of + "\"thing\":\"h1\"," + caused
                                + "\"dimensions\":{\"host\":\"h1\"},\"capped\":false,"
                                + "\"entry\":{\"Seen\":{\"day\":\"2026-03-02\"}}}",
                        "{\"kind\":\"DAY\",\"account\":\"total|\"," + of + "\"thing\":\"\"," + caused
                                + "\"dimensions\":{},\"capped\":false,\"entry\":{\"ActiveChange\":{"
                                + "\"day\":\"2026-03-02\",\"days\":[{\"day\":\"2026-03-02\",\"hosts\":1,"
                                + "\"gpuHosts\":2,\"users\":3}]}}}"),
                ChargeBlocks.charges(written(Ledger.JOB, charges)).stream()
                        .map(sent -> PlainJson.write(sent.charge()))
                        .toList());
    }

    @Test
    void causesDimensionsAndAllNamesButRareOnesStandOnce() throws IOException {
        Dimensions job = Dimensions.ofJob("tux", 7, "", null, "");
        Cause cause = new Cause("t", 0, 1, 5);
        Entry entry = new UsageEntry.Allocation(5, 1, 0, Tres.EMPTY, null);
        Charge ofUser = new Charge(Account.user("alice"), Ledger.JOB, "tux/7", job, entry, cause);
        Charge ofJob = new Charge(Account.job("tux/7"), Ledger.JOB, "tux/7", job, entry, cause);
        ChargeBlock block = written(Ledger.JOB, List.of(ofUser, ofJob, ofUser));
        assertEquals(List.of("", "t", "tux", "alice", "tux/7"), block.getNames());
        assertEquals(1, block.getCauses().size());
        assertEquals(1, block.getDimensions().size());
    }

    @Test
    void aChargeThatIsNotFiniteStaysOutAndTheOthersGo() throws IOException {
        ChargeBlockBuilder block = new ChargeBlockBuilder(0, Ledger.MATCH);
        Charge fine = charge("alice", 1);
        assertTrue(block.add(fine));
        assertFalse(block.add(charge("mallory", Double.NaN)));
        assertFalse(block.add(charge("mallory", Double.POSITIVE_INFINITY)));
        assertTrue(block.add(charge("alice", 2)));
        assertEquals(
                List.of(fine, charge("alice", 2)), read(FastAvroWritersTest.written(new ChargeBlockFormat(), block)));
    }

    @Test
    void positionsOutsideOfTheirArraysAreNoBlock() throws IOException {
        ChargeBlock block = written(Ledger.MATCH, List.of(charge("alice", 1)));
        ChargeBlock cut = ChargeBlock.newBuilder(block).setNames(List.of("")).build();
        byte[] bytes = AvroRecords.of(cut);
        assertThrows(SerializationException.class, () -> read(bytes));
        assertThrows(IllegalArgumentException.class, () -> ChargeBlocks.charges(cut));
    }

    @Test
    void aDayThatIsNoneIsNoBlock() throws IOException {
        Charge seen = Charge.ofSum(
                Account.daily(Scope.USER, "alice"), Ledger.HOST, new HostUsageEntry.Seen(1), new Cause("t", 0, 0, 0));
        List<ChargeBlocks.Sent> sent = ChargeBlocks.charges(written(Ledger.HOST, List.of(seen)));
        io.fairstream.schemas.Charge wrong = io.fairstream.schemas.Charge.newBuilder(
                        sent.get(0).charge())
                .setEntry(new io.fairstream.schemas.Seen("2026-02-30"))
                .build();
        byte[] bytes = AvroRecords.of(
                WrittenCharges.block(LedgerKind.HOST, List.of(new ChargeBlocks.Sent(wrong, Instant.EPOCH))));
        assertThrows(SerializationException.class, () -> read(bytes));
    }

    private static Charge charge(String customer, double weight) {
        return new Charge(
                Account.customer(customer),
                Ledger.MATCH,
                "slot1",
                Dimensions.ofMatch("", "slot1", ""),
                new RateChange(false, 0, 1, weight, 0),
                new Cause("t", 0, 1, 5));
    }

    private static ChargeBlock written(Ledger ledger, List<Charge> charges) throws IOException {
        ChargeBlockBuilder block = new ChargeBlockBuilder(0, ledger);
        charges.forEach(charge -> assertTrue(block.add(charge), charge::toString));
        return (ChargeBlock) AvroRecords.record(
                ChargeBlock.getClassSchema(), FastAvroWritersTest.written(new ChargeBlockFormat(), block));
    }

    private static List<Charge> read(byte[] bytes) {
        return new ChargeBlockFormat().read(new AvroIn(bytes, 0));
    }

    private Charge charge(Ledger ledger) {
        Account account = new Account(values.oneOf(Account.Kind.values()), values.text());
        Cause cause = new Cause(
                values.textOrNone(),
                random.nextInt(1000),
                random.nextInt(9) == 0 ? -1 : random.nextLong() >>> 1,
                values.time());
        Dimensions of = dimensions();
        return new Charge(account, ledger, values.textOrNone(), of, entry(of.bank()), cause);
    }

    private Dimensions dimensions() {
        return new Dimensions(
                values.textOrNone(),
                values.textOrNone(),
                values.textOrNone(),
                values.textOrNone(),
                number(),
                values.textOrNone(),
                values.textOrNone(),
                values.textOrNone(),
                values.textOrNone(),
                values.textOrNone(),
                random.nextBoolean() ? null : (Long) values.time(),
                values.textOrNone());
    }

    private @Nullable Long number() {
        return random.nextBoolean() ? null : (Long) (random.nextLong() >>> random.nextInt(60));
    }

    private double finite() {
        double number = values.number();
        return Double.isFinite(number) ? number : 0.5;
    }

    private Entry entry(String bank) {
        long at = values.time();
        long since = values.time();
        long day = UtcDays.day(EIGHT) + random.nextInt(100);
        return switch (random.nextInt(8)) {
            case 0 -> new RateChange(random.nextBoolean(), at, random.nextInt(), finite(), since);
            case 1 -> new UsageEntry.Allocation(at, random.nextInt(), random.nextInt(9), Tres.EMPTY, number());
            case 2 ->
                new UsageEntry.Usage(
                        since,
                        at,
                        SomeAmounts.of(random.nextLong(), 1, -2, random.nextInt(), 0),
                        values.textOrNone(),
                        number());
            case 3 ->
                new UsageEntry.Statement(
                        at,
                        since,
                        random.nextInt(9),
                        0,
                        Tres.EMPTY,
                        values.textOrNone(),
                        number(),
                        bank,
                        values.textOrNone(),
                        number(),
                        random.nextInt(9),
                        random.nextBoolean(),
                        random.nextBoolean());
            case 4 -> holding(at, since);
            case 5 ->
                new AssociationEntry.Subtree(
                        values.text(),
                        new HalfLife(1 + random.nextInt(1000)),
                        at,
                        random.nextLong(),
                        finite(),
                        finite(),
                        random.nextLong(),
                        Map.of((long) random.nextInt(9), random.nextLong(), 10L, 1L));
            case 6 -> new HostUsageEntry.Done(since, at, parts());
            default ->
                random.nextBoolean() ? new HostUsageEntry.Seen(day) : new HostUsageEntry.ActiveChange(day, gained(day));
        };
    }

    private AssociationEntry.Holding holding(long at, long since) {
        int booked = random.nextInt(3) - 1;
        AllocatedResources held = new AllocatedResources(
                random.nextInt(99), random.nextBoolean() ? null : (Integer) random.nextInt(9), random.nextInt(9), 5);
        return new AssociationEntry.Holding(at, since, 1 - random.nextInt(3), booked, booked == 0 ? at : since, held);
    }

    private List<HostUsagePart> parts() {
        List<HostUsagePart> parts = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            parts.add(new HostUsagePart("p" + left, random.nextBoolean() ? "" : "app", work(), work()));
        }
        return parts;
    }

    private HostUsage work() {
        return random.nextInt(3) == 0
                ? HostUsage.EMPTY
                : new HostUsage(random.nextLong(), random.nextInt(), -5, random.nextLong(), random.nextInt(9), 1);
    }

    private SortedMap<Long, Active> gained(long day) {
        SortedMap<Long, Active> gained = new TreeMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            gained.put(day + left, new Active(random.nextInt(9), 1, random.nextLong()));
        }
        return gained;
    }
}
