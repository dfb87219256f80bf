package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.fairstream.rules.Spilled;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.RateChange;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PriorityAccountPagesTest {
    private static final int CHARGES = 100_000;

    private final PriorityAccount account = new PriorityAccount(new HalfLife(86_400));
    private final Map<Integer, PriorityAccount.Page> pages = new HashMap<>();

    /** A replay brings a group the charges of one partition after the other's. */
    @Test
    void takesThousandsOfPagesBackInNoTime() {
        assertTimeout(Duration.ofSeconds(60), () -> {
            for (int partition = 0; partition < 4; partition++) {
                for (int i = 0; i < CHARGES; i++) {
                    long at = 1000L * i + partition;
                    account.add(new RateChange(at, 1, 1, at));
                }
                commit();
            }
        });
        assertEquals(4 * CHARGES, account.state().resourcesInUse());
        assertEquals(
                4 * CHARGES,
                account.entries().size()
                        + pages.values().stream()
                                .mapToInt(page -> page.entries().size())
                                .sum());
    }

    private void commit() {
        while (account.needsPage()) {
            account.loadPage(Objects.requireNonNull(pages.remove(account.pages().takeNewest())));
        }
        account.applyLateEntries();
        for (PriorityAccount.Page page : Spilled.pages(account)) {
            pages.put(account.pages().add(), page);
        }
    }
}
