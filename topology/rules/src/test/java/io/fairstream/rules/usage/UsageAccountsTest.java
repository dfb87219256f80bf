package io.fairstream.rules.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.SomeAmounts;
import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.usage.JobAccount.Allocated;
import io.fairstream.rules.usage.JobAccount.Used;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Accounts of jobs and users: sums, in any order. */
class UsageAccountsTest {
    private static final HalfLife MINUTE = new HalfLife(60);

    private static UsageEntry.Usage usage(long from, long to, long cpu, long highwater, String user) {
        return new UsageEntry.Usage(
                from, to, SomeAmounts.of(cpu, 10 * cpu, 20 * cpu, highwater, 2 * highwater), user, 1001L);
    }

    private record OfJob(@Nullable Long submitted, UsageEntry entry) {
        void addTo(JobAccount account) {
            account.add(submitted, entry);
        }
    }

    private static OfJob job(@Nullable Long submitted, UsageEntry entry) {
        return new OfJob(submitted, entry);
    }

    private static UsageEntry.Statement statement(long at, boolean isFinal) {
        return new UsageEntry.Statement(at, at, 0, 0, Tres.EMPTY, "alice", 1001L, "", "", null, 1, isFinal, false);
    }

    private static String told(JobAccount account) {
        return account.rows("tux", 7).stream()
                .map(row -> (row.isFirst() ? "first" : "later")
                        + " "
                        + row.submitted()
                        + " used "
                        + row.totals().used().get(Quantity.CPU_USED)
                        + " by "
                        + row.user())
                .collect(Collectors.joining("; "));
    }

    @Test
    void integralsAddAndHighwatersTakeTheLargest() {
        JobAccount account = new JobAccount();
        job(null, usage(0, 30, 5, 100, "alice")).addTo(account);
        job(null, usage(0, 30, 7, 40, "alice")).addTo(account);
        assertEquals(List.of(new Used(0, 30, SomeAmounts.of(12, 120, 240, 100, 200))), account.spans());
    }

    @Test
    void whatSessionsUseBelongsToTheJobSubmittedLastBeforeWhicheverIsHeardOfFirst() {
        List<OfJob> charges = List.of(
                job(100L, statement(100, true)),
                job(5000L, statement(5000, false)),
                job(null, usage(90, 120, 1, 1, "alice")),
                job(null, usage(120, 150, 2, 1, "alice")),
                job(null, usage(4990, 5020, 4, 1, "bob")),
                job(null, usage(5020, 5050, 8, 1, "bob")));
        for (int seed = 0; seed < 200; seed++) {
            List<OfJob> shuffled = new ArrayList<>(charges);
            Collections.shuffle(shuffled, new Random(seed));
            JobAccount account = new JobAccount();
            shuffled.forEach(charge -> charge.addTo(account));
            assertEquals("first 100 used 3 by alice; later 5000 used 12 by alice", told(account), shuffled::toString);
        }
    }

    @Test
    void manySpansWithGapsAreBounded() {
        JobAccount account = new JobAccount();
        for (int i = 0; i < 100; i++) {
            job(null, usage(i * 100L, i * 100L + 50, 1, 1, "alice")).addTo(account);
        }
        assertEquals(8, account.spans().size());
        assertEquals("first null used 100 by alice", told(account));
    }

    @Test
    void aJobThatWasNotIsWithdrawn() {
        JobAccount account = new JobAccount();
        job(100L, statement(100, false)).addTo(account);
        job(200L, new UsageEntry.Allocation(200, 4, 0, Tres.EMPTY, null)).addTo(account);
        job(200L, new UsageEntry.Allocation(200, -4, 0, Tres.EMPTY, null)).addTo(account);
        job(200L, new UsageEntry.Statement(200, 200, 0, 0, Tres.EMPTY, "alice", null, "", "", null, 1, false, true))
                .addTo(account);
        assertEquals("first 100 used 0 by alice", told(account));
    }

    @Test
    void anAccountOfWhichEverythingWasTakenBackHasNoRow() {
        JobAccount job = new JobAccount();
        UserAccount user = new UserAccount();
        for (long cpu : new long[] {5, -5}) {
            UsageEntry.Usage down = new UsageEntry.Usage(0, 30, SomeAmounts.of(cpu), "DOWN", -2L);
            job.add(null, down);
            user.add(down, MINUTE);
        }
        assertEquals(List.of(), job.rows("tux", 7));
        assertFalse(user.exists());
        assertEquals(0, user.decayed().used(Quantity.CPU_USED));
    }

    @Test
    void aUserWhoseClustersDisagreeHasNoNumber() {
        UserAccount account = new UserAccount();
        account.add(new UsageEntry.Allocation(0, 1, 0, Tres.EMPTY, 1001L), MINUTE);
        assertEquals(1001L, account.userId().number());
        account.add(new UsageEntry.Allocation(0, 1, 0, Tres.EMPTY, 2002L), MINUTE);
        account.add(new UsageEntry.Allocation(0, 1, 0, Tres.EMPTY, 1001L), MINUTE);
        assertNull(account.userId().number());
    }

    @Test
    void theOrderOfEntriesDoesNotMatterToAUser() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<UsageEntry> entries = new ArrayList<>();
            for (int i = random.nextInt(20); i >= 0; i--) {
                long at = random.nextInt(10_000);
                entries.add(
                        random.nextBoolean()
                                ? new UsageEntry.Allocation(
                                        at, random.nextInt(9) - 4, random.nextInt(9) - 4, Tres.EMPTY, null)
                                : usage(
                                        at,
                                        at + 1 + random.nextInt(1000),
                                        random.nextInt(1000),
                                        random.nextInt(50),
                                        "a"));
            }
            UserAccount one = folded(entries);
            Collections.shuffle(entries, random);
            UserAccount other = folded(entries);
            assertEquals(one.used(), other.used());
            assertEquals(one.allocated().allocatedMicros(), other.allocated().allocatedMicros());
            assertEquals(one.allocated().reservedMicros(), other.allocated().reservedMicros());
            assertEquals(one.decayed().cpuAllocated(), other.decayed().cpuAllocated(), 1e-9);
            assertEquals(one.decayed().cpuReserved(), other.decayed().cpuReserved(), 1e-9);
            assertEquals(one.decayed().used(Quantity.CPU_USED), other.decayed().used(Quantity.CPU_USED), 1e-12);
            assertEquals(
                    one.decayed().used(Quantity.REAL_MEMORY), other.decayed().used(Quantity.REAL_MEMORY), 1e-6);
        }
    }

    private static UserAccount folded(List<UsageEntry> entries) {
        UserAccount account = new UserAccount();
        HalfLife halfLife = new HalfLife(3);
        entries.forEach(entry -> account.add(entry, halfLife));
        account.add(new UsageEntry.Allocation(20_000, 0, 0, Tres.EMPTY, null), halfLife);
        return account;
    }

    @Test
    void sumsStopAtTheLargestNumber() {
        assertEquals(Long.MAX_VALUE, Sums.add(Long.MAX_VALUE, 1));
        assertEquals(Long.MIN_VALUE, Sums.add(Long.MIN_VALUE, -1));
        assertEquals(-1, Sums.add(Long.MAX_VALUE, Long.MIN_VALUE));
        assertEquals(Long.MAX_VALUE, Sums.processorMicros(Integer.MAX_VALUE, Long.MAX_VALUE / 1000));
        assertEquals(Long.MIN_VALUE, Sums.processorMicros(-Integer.MAX_VALUE, Long.MAX_VALUE / 1000));
        assertEquals(-4000, Sums.processorMicros(-4, 1));
        assertEquals(4_000_000, Sums.processorMicros(4, 1000));
    }

    @Test
    void processorsOfSeveralHugeJobsOfAUserAddUp() {
        UserAccount user = new UserAccount();
        for (int sign : new int[] {1, -1}) {
            for (int job = 0; job < 3; job++) {
                int change = sign * Integer.MAX_VALUE;
                user.add(new UsageEntry.Allocation(0, change, change, Tres.EMPTY, null), MINUTE);
            }
            long expected = sign < 0 ? 0 : 3L * Integer.MAX_VALUE;
            assertEquals(expected, user.allocated().allocated());
            assertEquals(expected, user.allocated().reserved());
        }
        assertFalse(user.exists());
    }

    @Test
    void aRateThatDoesNotFitIsRightAgainWhenItFits() {
        Allocated allocated = Allocated.EMPTY
                .changed(0, Integer.MAX_VALUE, 0, Tres.EMPTY)
                .changed(1, Integer.MAX_VALUE, 0, Tres.EMPTY)
                .changed(2, -Integer.MAX_VALUE, 0, Tres.EMPTY);
        assertEquals(Integer.MAX_VALUE, allocated.allocated());
    }
}
