package io.fairstream.streams.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Pages;
import io.fairstream.rules.account.AccountPage;
import io.fairstream.rules.account.AccountState;
import io.fairstream.rules.account.Decision;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.Membership;
import io.fairstream.rules.account.PriorityAccount;
import io.fairstream.rules.ledger.MatchChange.Matched;
import io.fairstream.rules.ledger.MatchChange.Observed;
import io.fairstream.rules.ledger.MatchChange.Unmatched;
import io.fairstream.rules.ledger.MatchEvent;
import io.fairstream.rules.ledger.MatchLedger;
import io.fairstream.rules.ledger.MatchPage;
import io.fairstream.rules.ledger.OpenMatch;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/**
 * State lies on disks and in changelogs as {@code state.properties} has it. A layout that changes gets another version; those before it are
 * refused.
 */
class ReleasedLayoutTest {
    private static final long AT = 1_700_000_000_000L;

    private static final Membership.Snapshot MEMBERSHIP = new Membership.Snapshot("physics", 4, 5.5, 1e-17, AT - 9);

    private final ResourceLedgerCodec ledgers = new ResourceLedgerCodec();
    private final StateCodec<CustomerAccount, AccountPage> accounts = Codecs.customers(States.HOUR);
    private final Properties released = new Properties();

    @Test
    void theLayoutsOfTodayAreRead() throws IOException {
        load();
        CodecTest.assertSame(ledger(), ledgers.read(States.KEY, bytes("ledger")).ledger());
        assertEquals(ledgerPage(), ledgers.readPage(States.KEY, bytes("ledger-page")));
        assertAccountsAreRead(MEMBERSHIP);
    }

    private void assertAccountsAreRead(Membership.Snapshot membership) {
        CustomerAccount account = accounts.read("alice", bytes("account"));
        assertEquals(membership, account.membership().snapshot());
        assertEquals(AT + 11, account.published());
        CodecTest.assertSame(account(), account.account());
        AccountPage page = accounts.readPage("alice", bytes("account-page"));
        assertEquals(account().base().snapshot(), page.base().snapshot());
        assertEquals(account().entries(), page.entries());
    }

    @Test
    void theyAreWrittenStill() throws IOException {
        load();
        assertEquals(released, written());
    }

    /** No release wrote them: what was written before the journal of blocks is refused as a whole. */
    @Test
    void earlierLayoutsAreRefused() {
        String expected = "priority account: layout version 2 (expected: one this release knows";
        for (Runnable reading : List.<Runnable>of(
                () -> accounts.read("alice", new byte[] {2, 0}), () -> accounts.readPage("alice", new byte[] {2, 0}))) {
            IllegalStateException e = assertThrows(IllegalStateException.class, reading::run);
            assertTrue(e.toString().contains(expected), e::toString);
        }
    }

    private Properties written() {
        Properties written = new Properties();
        HexFormat hex = HexFormat.of();
        AccountPage page = new AccountPage(account().base(), account().entries());
        written.put("ledger", hex.formatHex(ledgers.write(new ResourceLedger(ledger()))));
        written.put("ledger-page", hex.formatHex(ledgers.writePage(ledgerPage())));
        written.put(
                "account",
                hex.formatHex(accounts.write(new CustomerAccount(account(), Membership.of(MEMBERSHIP), AT + 11))));
        written.put("account-page", hex.formatHex(accounts.writePage(page)));
        return written;
    }

    private void load() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(ReleasedLayoutTest.class.getResourceAsStream("state.properties"))) {
            released.load(in);
        }
    }

    private byte[] bytes(String name) {
        return HexFormat.of().parseHex(released.getProperty(name));
    }

    private static MatchPage ledgerPage() {
        return new MatchPage(ledger().base(), ledger().events());
    }

    private static MatchLedger ledger() {
        List<MatchEvent> events = List.of(
                new MatchEvent(States.KEY, "pool", AT, new Unmatched("m0")),
                new MatchEvent(States.KEY, "pool", AT + 1, new Matched("Zoë O'Brien", 0.1, "")),
                new MatchEvent(States.KEY, "", AT + 60_000, new Observed(Observed.State.PREEMPTING, "alice", 2, true)),
                new MatchEvent(States.KEY, "", AT + 60_001, new Observed(Observed.State.MATCHED, null, 1, false)));
        OpenMatch base = new OpenMatch("pool", "alice", 4, AT - 1000, "m0");
        OpenMatch held = new OpenMatch("", "alice", 2, AT + 60_000, "m1");
        return new MatchLedger(base, events, held, Map.of(AT, 3), new Pages(1, 2));
    }

    private PriorityAccount account() {
        List<Entry> entries = List.of(
                new Entry.Decide(AT + 1, "admin", Decision.Kind.FLOOR, 2, Decision.FOR_GOOD),
                new Entry.CancelLease(AT + 2, "admin", Decision.Kind.CEILING),
                new Entry.SetPriority(AT + 3, "root", 7.5),
                new Entry.SetAccumulatedUsage(AT + 4, "", 100),
                new Entry.SetBeginUsage(AT + 5, "", AT - 7),
                new Entry.SetLastUsage(AT + 6, "", AT - 6),
                new Entry.ResetUsage(AT + 7, "admin"),
                new Entry.Use(AT + 8, -1, -1.25, AT - 1000),
                new Entry.Delete(AT + 9, "admin"),
                new Entry.Use(AT + 10, 1, 0.1, AT + 10),
                new Entry.SubtreeUse(AT + 10, -2, -0.1, AT - 1));
        return new PriorityAccount(States.HOUR, base(), entries, new Pages(0, 1));
    }

    private AccountState base() {
        return AccountState.of(new AccountState.Snapshot(
                AT,
                1.25,
                2,
                2.5,
                1e-17,
                3,
                4.5,
                -1e-17,
                7_200_000,
                9_000_000.5,
                -1e-9,
                AT - 3_600_000,
                AT,
                true,
                AT - 1,
                AT - 2,
                AT - 3,
                AccountState.NEVER,
                List.of(
                        new Decision(Decision.Kind.FACTOR, 10, AT - 5, Decision.FOR_GOOD),
                        new Decision(Decision.Kind.CEILING, -1, AT - 4, AT + 9_999_999))));
    }
}
