package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.BalanceDay;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Allocations together, and the state of each. */
class AllocationCheckTest {
    private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");

    private static SortedMap<String, Allocation> allocations(String... lines) {
        SortedMap<String, Allocation> allocations = new TreeMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", 2);
            allocations.put(words[0], AllocationFilesTest.allocation(words[0], words[1]));
        }
        return allocations;
    }

    @Test
    void membersAreNotGrantedMoreThanTheirBank() {
        assertEquals(
                List.of("/root/physics: 11 CPU h granted to 2 members (expected: at most its own, 10 CPU h)"),
                AllocationCheck.problems(
                        allocations(
                                "/root hours 100",
                                "/root/bio hours 90",
                                "/root/physics hours 10",
                                "/root/physics/alice hours 5",
                                "/root/physics/theory/bob hours 6",
                                "/root/physics/carol unit gpu, hours 50"),
                        null));
    }

    @Test
    void accrualsAreComparedByTheDay() {
        assertEquals(
                List.of("/root: 2 CPU h a day accrued to 1 member (expected: at most its own, 1 CPU h)"),
                AllocationCheck.problems(
                        allocations("/root accrual-hours 30, every 30d", "/root/bio accrual-hours 14, every 7d"),
                        null));
    }

    @Test
    void targetsAreThoseOfSharesAndProjectsHaveOneOrTheirApps() {
        assertEquals(
                List.of(
                        "/root/phsyics: not in shares (expected: the path of a bank, or of a user in it)",
                        "einstein/gw: beside one of einstein (expected: of a project, or of its apps)"),
                AllocationCheck.problems(
                        allocations(
                                "/root hours 5", "/root/phsyics hours 1", "einstein amount 1", "einstein/gw amount 1"),
                        Set.of("root", "root/physics")));
    }

    @Test
    void storedAllocationsThatNoneCanHaveAreNamed() {
        SortedMap<String, Allocation> odd = new TreeMap<>();
        Allocation good = AllocationFilesTest.allocation("/root", "hours 1");
        odd.put(
                "/root",
                Allocation.newBuilder(good).setThresholds(List.of(100, 80)).build());
        assertEquals(
                List.of("/root: threshold: 80 (expected: at most 10 ascending numbers from 1 to 1000)"),
                AllocationCheck.problems(odd, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # fields                               | spent | state
            hours 10, start 2026-02-01             |       | no balance
            hours 10, start 2026-03-03             |       | not started
            hours 10, start 2026-02-01             | 0     | ok
            hours 10, start 2026-02-01             | 7.9   | ok
            hours 10, start 2026-02-01             | 8     | 80 %
            hours 10, start 2026-02-01             | 9.99  | 90 %
            hours 10, start 2026-02-01             | 10    | spent
            hours 10, start 2026-02-01, thresholds none | 9.99 | ok
            hours 10, start 2026-02-01, end 2026-03-01 | 9 | ended
            hours 10, start 2026-02-01, end 2026-03-01 | 11 | spent
            """)
    void aStateIsTheMostUrgent(String fields, @Nullable Double spent, String state) {
        Allocation allocation = AllocationFilesTest.allocation("/root/physics", fields);
        Balance row = spent == null ? null : balance(allocation, spent * 3600);
        assertEquals(state, AllocationListing.of(allocation, row, "FLOPs", NOW).state());
    }

    static Balance balance(Allocation allocation, double spent) {
        double granted = allocation.getInitialBalance();
        return Balance.newBuilder()
                .setTarget(allocation.getTarget())
                .setProject("")
                .setUnit("CPU s")
                .setBalance(granted - spent)
                .setInitialBalance(granted)
                .setAccrued(0.0)
                .setWithheld(0.0)
                .setCharged(spent)
                .setAsOf(NOW)
                .setAccrual(allocation.getAccrual())
                .setInterval(allocation.getInterval())
                .setStart(allocation.getStart())
                .setEnd(allocation.getEnd())
                .setCap(allocation.getCap())
                .setDays(List.of(new BalanceDay("2026-03-01", spent)))
                .setPeriodStart(allocation.getStart())
                .setGranted(granted)
                .setSpent(spent)
                .build();
    }
}
