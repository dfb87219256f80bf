package io.fairstream.streams.match;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.match.MatchPage;
import io.fairstream.rules.priority.AccountPage;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.PriorityAccount;
import io.fairstream.streams.match.ResourceLedger.ResourceLedgerCodec;
import io.fairstream.streams.priority.CustomerAccount;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.States;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** State is read as it was written. */
class CodecTest {
    private static final int ROUNDS = 500;

    private final ResourceLedgerCodec ledgers = new ResourceLedgerCodec();
    private final StateCodec<CustomerAccount, AccountPage> accounts = CustomerAccount.codec(States.HOUR);
    private final States states = new States(20231114);

    @Test
    void ledgersAreReadAsTheyWereWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            MatchLedger kept = states.ledger().ledger();
            assertSame(
                    kept,
                    ledgers.read(States.KEY, ledgers.write(new ResourceLedger(kept)))
                            .ledger());
        }
    }

    static void assertSame(MatchLedger expected, MatchLedger actual) {
        assertEquals(expected.base(), actual.base());
        assertEquals(expected.held(), actual.held());
        assertEquals(expected.events(), actual.events());
        assertEquals(expected.revisions(), actual.revisions());
        assertEquals(expected.pages().first(), actual.pages().first());
        assertEquals(expected.pages().next(), actual.pages().next());
    }

    @Test
    void pagesOfLedgersAreReadAsTheyWereWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            MatchPage page = states.matchPage();
            assertEquals(page, ledgers.readPage(States.KEY, ledgers.writePage(page)));
        }
    }

    @Test
    void accountsAreReadAsTheyWereWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            CustomerAccount kept = states.account();
            byte[] bytes = accounts.write(kept);
            CustomerAccount read = accounts.read("alice", bytes);
            assertEquals(kept.published(), read.published());
            assertSame(kept.account(), read.account());
            assertArrayEquals(bytes, accounts.write(read));
        }
    }

    static void assertSame(PriorityAccount expected, PriorityAccount actual) {
        assertEquals(expected.base(), actual.base());
        assertEquals(expected.entries(), actual.entries());
        assertEquals(expected.standing(), actual.standing());
        assertEquals(expected.pages().first(), actual.pages().first());
        assertEquals(expected.pages().next(), actual.pages().next());
    }

    @Test
    void pagesOfAccountsAreReadAsTheyWereWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            AccountPage page = states.accountPage();
            AccountPage read = accounts.readPage("alice", accounts.writePage(page));
            assertEquals(page.base(), read.base());
            assertEquals(page.entries(), read.entries());
        }
    }

    @Test
    void whatIsNewIsEmpty() {
        assertNull(ledgers.create().ledger().held());
        assertEquals(AccountState.NEVER, accounts.create().account().standing().asOf());
        assertSame(
                accounts.create().account(),
                accounts.read("alice", accounts.write(accounts.create())).account());
    }

    @Test
    void aLayoutOfANewerReleaseIsRefusedInWords() {
        byte[] ledger = ledgers.write(states.ledger());
        byte[] account = accounts.write(states.account());
        byte[] page = accounts.writePage(states.accountPage());
        ledger[0] = 9;
        account[0] = 9;
        page[0] = 9;
        String expected = "layout version 9 (expected: one this release knows; was the state written by a newer one?)";
        assertEquals("match ledger: " + expected, message(() -> ledgers.read(States.KEY, ledger)));
        assertEquals("priority account: " + expected, message(() -> accounts.read("alice", account)));
        assertEquals("priority account: " + expected, message(() -> accounts.readPage("alice", page)));
    }

    private static String message(Runnable reading) {
        return Objects.requireNonNull(
                assertThrows(IllegalStateException.class, reading::run).getMessage());
    }
}
