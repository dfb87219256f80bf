package io.fairstream.streams.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.balance.BalanceAccount;
import io.fairstream.rules.account.balance.ChargeBy;
import io.fairstream.rules.account.balance.ProjectAccount;
import io.fairstream.rules.journal.WorkEntry;
import io.fairstream.rules.journal.WorkPart;
import io.fairstream.rules.ledger.host.Counter;
import io.fairstream.rules.ledger.host.EpochTotals;
import io.fairstream.rules.ledger.host.Hardware;
import io.fairstream.rules.ledger.host.HostBase;
import io.fairstream.rules.ledger.host.HostLedger;
import io.fairstream.rules.ledger.host.HostPoint;
import io.fairstream.rules.ledger.host.HostTrail;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What is kept of volunteers' hosts lies on disks and in changelogs as {@code state-hosts.properties} has it. A layout that changes gets
 * another version; those before it are refused.
 */
class ReleasedHostLayoutTest {
    private static final long AT = 1_700_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final String EPOCH = "1699999999.5";
    private static final Hardware HARDWARE = new Hardware(8, 1, 4.5e9, 7.25e12, true, false);
    private static final Hardware OLD = new Hardware(4, 0, 4.5e9, 0, false, true);

    private final StateCodec<HostLedger, Void> ledgers = Codecs.hosts();
    private final StateCodec<PublishedAccount<ProjectAccount>, Void> projects = Codecs.projects();

    @Test
    void earlierLayoutsAreRefused() {
        for (StateCodec<?, ?> codec : List.of(ledgers, projects)) {
            IllegalStateException e =
                    assertThrows(IllegalStateException.class, () -> codec.read("x", new byte[] {2, 0, 0, 0}));
            assertTrue(e.toString().contains("layout version 2 (expected: one this release knows"), e::toString);
        }
    }

    @Test
    void theLayoutsOfTodayAreReadAndWrittenStill() throws IOException {
        Properties released = load("state-hosts.properties");
        HexFormat hex = HexFormat.of();
        assertEquals(released.getProperty("host-ledger"), hex.formatHex(ledgers.write(ledger())));
        assertEquals(released.getProperty("project-account"), hex.formatHex(projects.write(project())));
        assertLedger(ledgers.read("h1", bytes(released, "host-ledger")));
        assertProject(projects.read("p", bytes(released, "project-account")));
    }

    private static void assertLedger(HostLedger read) {
        assertEquals(ledger().base(), read.base());
        assertEquals(ledger().trail().points(), read.trail().points());
        assertEquals(ledger().newest(), read.newest());
        assertEquals(ledger().work(), read.work());
        assertEquals(ledger().cut(), read.cut());
        assertEquals(ledger().days(), read.days());
        assertEquals(ledger().gpuDays(), read.gpuDays());
    }

    private static void assertProject(PublishedAccount<ProjectAccount> read) {
        assertEquals(Set.of("p", "p/a"), read.keys());
        for (ChargeBy by : ChargeBy.values()) {
            assertEquals(project().account().standings("p", by), read.account().standings("p", by));
        }
    }

    private static Counter counter(String project, String app, long amount) {
        return new Counter(project, app, new Work(amount * 1_000_000, amount, 3 * amount, 0, amount / 9, 1));
    }

    private static HostPoint point(long sequence, long at, Counter... counters) {
        return new HostPoint("Zoë", EPOCH, sequence, at, HARDWARE, List.of(counters));
    }

    private static HostLedger ledger() {
        EpochTotals before = new EpochTotals("old", 7, List.of(counter("rosetta", "", 5)));
        EpochTotals now =
                new EpochTotals(EPOCH, 41, List.of(counter("einstein", "", 9), counter("rosetta", "mini", 10)));
        List<HostPoint> points = List.of(
                point(42, AT, counter("einstein", "", 20), counter("rosetta", "mini", 30)),
                new HostPoint("bob", "new", 1, AT + 2 * HOUR, OLD, List.of(counter("einstein", "", 2))),
                point(44, AT + 9_000_000, counter("einstein", "", 25), counter("rosetta", "mini", 31)));
        return new HostLedger(
                new HostBase(AT - 24 * HOUR, OLD, List.of(before, now)),
                HostTrail.of(points),
                new Work(1, 2, 3, 4, 5, 6),
                new Work(0, 0, 7, 0, 0, 0),
                new ActiveDays(19_675, 5),
                ActiveDays.NONE);
    }

    private static PublishedAccount<ProjectAccount> project() {
        ProjectAccount account = new ProjectAccount();
        account.allocate(new Allocation("p/a", "p", "a", 1e15, 0.5, Duration.ofHours(1), AT - 2 * HOUR, null, 2e15));
        for (int hour = 0; hour < 40; hour += 8) {
            account.charge(new WorkEntry.Done(
                    AT + hour * HOUR - 1,
                    AT + hour * HOUR,
                    List.of(
                            new WorkPart(
                                    "", "a", new Work(1_000_000L * hour + 7, 0, 5_000 + hour, 1, 0, 0), Work.NOTHING),
                            new WorkPart("", "", new Work(3, 4, 5, 6, 7, 8), Work.NOTHING))));
        }
        for (BalanceAccount kept :
                Objects.requireNonNull(account.targets().get("a")).values()) {
            kept.forgetBefore(AT + 10 * HOUR);
        }
        PublishedAccount<ProjectAccount> published = new PublishedAccount<>(account);
        published.publish(Set.of("p", "p/a"));
        return published;
    }

    private static Properties load(String file) throws IOException {
        Properties released = new Properties();
        try (InputStream in = Objects.requireNonNull(ReleasedHostLayoutTest.class.getResourceAsStream(file))) {
            released.load(in);
        }
        return released;
    }

    private static byte[] bytes(Properties released, String name) {
        return HexFormat.of().parseHex(released.getProperty(name));
    }
}
