package io.fairstream.streams.usage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.host.HostLedger;
import io.fairstream.rules.host.HostLedger.HostLimits;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.DailyAccount;
import io.fairstream.rules.usage.ProjectAccount;
import io.fairstream.streams.Pipeline;
import io.fairstream.streams.host.HostStage;
import io.fairstream.streams.runtime.PublishedAccount;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.usage.DailyStage.DailyHistory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The state of volunteers' work is read as it was written, and is small. */
class HostCodecsTest {
    private static final TopologyConfig CONFIG = Pipeline.config(Duration.ZERO);
    private static final long START = 1_700_000_000_000L;
    private static final int LARGEST_HOST = 2048;

    private final Random random = new Random(20231114);

    private HostReport report(int number, int projects, int epoch) {
        List<ProjectTotals> totals = IntStream.range(0, projects)
                .mapToObj(project -> new ProjectTotals(
                        "https-einstein-number-" + project,
                        project == 7 ? "app" : "",
                        number * 123456.789 + project,
                        number * 12345.678,
                        number * 1.23456789e15,
                        number * 1.23456789e17,
                        number * 100L,
                        number,
                        false,
                        true,
                        0))
                .toList();
        Hardware hardware = new Hardware(64, 4, 4.2e9 + random.nextDouble(), 7.1e12, true, false);
        return new HostReport(
                "h1",
                "alice@example.org",
                "1699999999." + epoch,
                START + number,
                START + number * 43_200_000L,
                List.of("x86_64-pc-linux-gnu"),
                hardware,
                totals);
    }

    private static void assertSame(HostLedger expected, HostLedger actual) {
        assertEquals(expected.base(), actual.base());
        assertEquals(expected.trail().points(), actual.trail().points());
        assertEquals(expected.newest(), actual.newest());
        assertEquals(expected.work(), actual.work());
        assertEquals(expected.cut(), actual.cut());
        assertEquals(expected.days(), actual.days());
        assertEquals(expected.gpuDays(), actual.gpuDays());
    }

    @Test
    void hostsAreReadAsTheyWereWritten() {
        StateCodec<HostLedger, Void> codec = new HostStage(CONFIG).codec();
        assertSame(new HostLedger(), codec.read("h1", codec.write(codec.create())));
        for (int projects : List.of(0, 1, 2, 9)) {
            HostLedger ledger = new HostLedger();
            for (int number = 0; number < 40; number++) {
                HostReport report = report(number, projects, number / 15);
                ledger.see(report, 7);
                ledger.apply(report, HostLimits.DEFAULT);
                byte[] bytes = codec.write(ledger);
                HostLedger read = codec.read("h1", bytes);
                assertSame(ledger, read);
                assertArrayEquals(bytes, codec.write(read));
                ledger = read;
            }
        }
    }

    @Test
    void aHostOfTwoProjectsIsSmall() {
        StateCodec<HostLedger, Void> codec = new HostStage(CONFIG).codec();
        HostLedger ledger = new HostLedger();
        for (int number = 0; number < 100; number++) {
            HostReport report = report(number, 2, number / 40);
            ledger.see(report, 7);
            ledger.apply(report, HostLimits.DEFAULT);
            int size = codec.write(ledger).length;
            assertTrue(size <= LARGEST_HOST, size + " bytes");
        }
    }

    @Test
    void historiesAreReadAsTheyWereWritten() {
        StateCodec<DailyHistory, DailyAccount.Page> codec = new DailyStage(CONFIG).codec();
        DailyHistory history = codec.create();
        for (int i = 0; i < 400; i++) {
            long day = UtcDays.day(START) + i;
            DailyAccount account = history.account();
            HostUsage work = new HostUsage(random.nextLong(), 1, Long.MAX_VALUE, -2, i, 0);
            account.add(new HostUsageEntry.Done(day * UtcDays.MILLIS, day * UtcDays.MILLIS + 1, parts("", work)));
            account.add(new HostUsageEntry.ActiveChange(day, new TreeMap<>(Map.of(day + 2, new Active(1, 0, i)))));
            history.see(day);
            account.takeChanged((number, total, entry) -> {});
            for (DailyAccount.Page page = account.evictPage(); page != null; page = account.evictPage()) {
                account.pages().add();
                assertEquals(page, codec.readPage("user|alice", codec.writePage(page)));
            }
            byte[] bytes = codec.write(history);
            DailyHistory read = codec.read("user|alice", bytes);
            assertEquals(account.before(), read.account().before());
            assertEquals(account.days(), read.account().days());
            assertEquals(account.newest(), read.account().newest());
            assertEquals(account.pages().next(), read.account().pages().next());
            assertEquals(history.seen(), read.seen());
            assertArrayEquals(bytes, codec.write(read));
            history = read;
        }
        assertEquals(5, history.account().pages().next());
        DailyHistory none = codec.read("user|bob", codec.write(codec.create()));
        assertEquals(DailyAccount.NEVER, none.account().newest());
        assertEquals(ActiveDays.EMPTY, none.seen());
    }

    @Test
    void projectsAreReadAsTheyWereWritten() {
        StateCodec<PublishedAccount<ProjectAccount>, Void> codec = new ProjectStage(CONFIG).codec();
        PublishedAccount<ProjectAccount> state = codec.create();
        for (int i = 0; i < 2000; i++) {
            ProjectAccount account = state.account();
            HostUsage work = new HostUsage(random.nextInt(), 0, random.nextInt(), 5, 0, 0);
            String app = random.nextBoolean() ? "" : "app" + random.nextInt(3);
            long to = START + i * 3_600_000L - random.nextInt(1_000_000_000);
            account.charge(new HostUsageEntry.Done(to - 1, to, parts(app, work)));
            if (i % 500 == 3) {
                Double cap = random.nextBoolean() ? 1e15 : null;
                Long end = random.nextBoolean() ? START * 2 : null;
                account.allocate(new Allocation(
                        "p/app1", "p", "app1", i, 1.5, Duration.ofSeconds(90), START + i * 3_600_000L, end, cap));
            }
            account.forget(Duration.ofDays(1));
            state.publish(Set.of("p", "p/app1"));
            byte[] bytes = codec.write(state);
            PublishedAccount<ProjectAccount> read = codec.read("p", bytes);
            for (ChargeUnit by : ChargeUnit.values()) {
                assertEquals(account.states("p", by), read.account().states("p", by));
            }
            assertEquals(state.keys(), read.keys());
            assertArrayEquals(bytes, codec.write(read));
            state = read;
        }
        assertEquals(4, state.account().targets().size());
        assertTrue(Objects.requireNonNull(state.account().allocation("app1")).initialBalance() > 1000);
    }

    /** The state of an account must fit into one record of Kafka's usual limit. */
    @Test
    void aProjectOfManyAppsFitsIntoARecord() {
        StateCodec<PublishedAccount<ProjectAccount>, Void> codec = new ProjectStage(CONFIG).codec();
        for (int apps : List.of(0, 60, 1000)) {
            PublishedAccount<ProjectAccount> state = codec.create();
            HostUsage work = new HostUsage(1L << 50, 0, 1L << 55, 0, 0, 0);
            for (int hour = 0; hour < (apps > 60 ? 200 : 11_000); hour++) {
                List<HostUsagePart> parts = IntStream.rangeClosed(0, apps)
                        .mapToObj(app -> new HostUsagePart(
                                "", app == 0 ? "" : "an-app-with-a-name-" + app, work, HostUsage.EMPTY))
                        .toList();
                state.account().charge(new HostUsageEntry.Done(START, START + hour * 3_600_000L, parts));
                if (hour % 100 == 99) {
                    state.account().forget(Duration.ofDays(3650));
                }
            }
            int size = codec.write(state).length;
            assertTrue(size < 900_000, apps + " apps: " + size + " bytes");
        }
    }

    @Test
    void layoutsOfANewerReleaseAreRefusedInWords() {
        for (StateCodec<?, ?> codec : List.of(
                new HostStage(CONFIG).codec(), new DailyStage(CONFIG).codec(), new ProjectStage(CONFIG).codec())) {
            IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> codec.read("x", new byte[] {9, 0, 0, 0}));
            assertTrue(refused.toString().contains("layout version 9"), refused::toString);
        }
    }

    private static List<HostUsagePart> parts(String app, HostUsage work) {
        return List.of(new HostUsagePart("", app, work, HostUsage.EMPTY));
    }
}
