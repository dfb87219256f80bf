package io.fairstream.streams.priority;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.PriorityAccount;
import io.fairstream.streams.priority.PriorityStage.CustomerAccount;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.States;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CustomerAccountTest {
    private static final int ROUNDS = 500;

    private final StateCodec<CustomerAccount, PriorityAccount.Page> accounts = CustomerAccount.codec(States.HOUR);
    private final States states = new States(20231114);

    private CustomerAccount account() {
        return new CustomerAccount(states.account(), states.membership(), states.timeOrNever());
    }

    @Test
    void accountsAreReadAsTheyWereWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            CustomerAccount kept = account();
            byte[] bytes = accounts.write(kept);
            CustomerAccount read = accounts.read("alice", bytes);
            assertEquals(kept.published, read.published);
            assertSame(kept.account, read.account);
            assertArrayEquals(bytes, accounts.write(read));
        }
    }

    static void assertSame(PriorityAccount expected, PriorityAccount actual) {
        assertEquals(expected.base(), actual.base());
        assertEquals(expected.entries(), actual.entries());
        assertEquals(expected.state(), actual.state());
        assertEquals(expected.pages().first(), actual.pages().first());
        assertEquals(expected.pages().next(), actual.pages().next());
    }

    @Test
    void pagesOfAccountsAreReadAsTheyWereWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            PriorityAccount.Page page = states.accountPage();
            PriorityAccount.Page read = accounts.readPage("alice", accounts.writePage(page));
            assertEquals(page.base(), read.base());
            assertEquals(page.entries(), read.entries());
        }
    }

    @Test
    void aNewAccountIsEmpty() {
        assertEquals(AccountState.NEVER, accounts.create().account.state().asOf());
        assertSame(accounts.create().account, accounts.read("alice", accounts.write(accounts.create())).account);
    }

    @Test
    void aLayoutOfANewerReleaseIsRefusedInWords() {
        byte[] account = accounts.write(account());
        byte[] page = accounts.writePage(states.accountPage());
        account[0] = 9;
        page[0] = 9;
        String expected = "layout version 9 (expected: one this release knows; was the state written by a newer one?)";
        assertEquals("priority account: " + expected, message(() -> accounts.read("alice", account)));
        assertEquals("priority account: " + expected, message(() -> accounts.readPage("alice", page)));
    }

    private static String message(Runnable reading) {
        return Objects.requireNonNull(
                assertThrows(IllegalStateException.class, reading::run).getMessage());
    }
}
