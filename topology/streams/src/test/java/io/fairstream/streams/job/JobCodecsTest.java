package io.fairstream.streams.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.EventHistory;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobFacts.Billed;
import io.fairstream.rules.job.JobFacts.JobDetails;
import io.fairstream.rules.job.JobFacts.ReportedUse;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.rules.job.JobSnapshot.JobCensus;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.usage.JobAccount;
import io.fairstream.rules.usage.UserAccount;
import io.fairstream.streams.Pipeline;
import io.fairstream.streams.SomeAmounts;
import io.fairstream.streams.job.JobStage.JobNumber;
import io.fairstream.streams.job.JobStage.JobPurge;
import io.fairstream.streams.runtime.PublishedAccount;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.usage.UsageStages.JobAccountStage;
import io.fairstream.streams.usage.UsageStages.UserAccountStage;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Ledgers and accounts of jobs and users are read as they were written. */
class JobCodecsTest {
    private static final Cause CAUSE = new Cause("job-events", 0, 0, 0);
    private static final String NUMBER = "tux/4711";
    private static final long AT = 1_700_000_000_000L;
    private static final HalfLife HOUR = new HalfLife(3600);
    private static final JobDetails DETAILS =
            new JobDetails("n[1-2]", 8, null, "gpu", true, false, 4, 1000L, null, "block", "/x.sh", 2, true);

    /** These lie on disks and in changelogs: never change one; a new layout gets a version of its own. */
    private static final Map<String, String> RELEASED = Map.of(
            "number",
            "01000887c0d6fcf3c50104a51f00047231100400000a616c69636504a41f08000e70687973696373000a7573"
                    + "657273000018726f6f742f70687973696373000a6261746368000e6c6174746963650480020408000c6e5b37"
                    + "2d385d04100480802004000000000000448f4004c01604bb1f040b0400046b31040c042404000c6e5b312d32"
                    + "5d04200000066770750100041004a01f00000a626c6f636b000a2f782e7368080104140000383838000000af"
                    + "b80204e5d702000472311c0404000c4641494c4544000a616c69636504a41f08000e70687973696373000a75"
                    + "73657273000018726f6f742f70687973696373000a6261746368000e6c6174746963650480020408000c6e5b"
                    + "372d385d04100480802004000000000000448f4004c01604bb1f040b0400046b31040c042404000c6e5b312d"
                    + "325d04200000066770750100041004a01f00000a626c6f636b000a2f782e7368080104140000747474049802"
                    + "04c00204e80200000000",
            "page",
            "01003087c0d6fcf3c50104a51f00047231100400000a616c69636504a41f08000e70687973696373000a7573"
                    + "657273000018726f6f742f70687973696373000a6261746368000e6c6174746963650480020408000c6e5b37"
                    + "2d385d041004808020040000",
            "census",
            "0114040006626f622c00");

    private final StateCodec<JobNumber, EventHistory.Page<JobSnapshot, JobEvent>> numbers = JobNumber.codec();
    private final StateCodec<JobCensus, Void> censuses = JobPurge.codec();

    private final StateCodec<PublishedAccount<JobAccount>, Void> jobs = new JobAccountStage().codec();
    private final StateCodec<PublishedAccount<UserAccount>, Void> users =
            new UserAccountStage(Pipeline.config(Duration.ZERO)).codec();

    private static JobEvent event(long second, JobState state, String run, @Nullable Integer urgency) {
        JobFacts said = new JobFacts(
                state == JobState.COMPLETE ? "FAILED" : null,
                "alice",
                1001L,
                List.of("physics", "users"),
                "root/physics",
                "batch",
                "lattice",
                64,
                2,
                "n[7-8]",
                4,
                131072L,
                1000.5,
                720L,
                AT + 5,
                AT + 6,
                "k1",
                3,
                9,
                DETAILS,
                urgency,
                Billed.EMPTY,
                state == JobState.COMPLETE ? new ReportedUse(70L, 80L, 90L) : ReportedUse.EMPTY);
        return new JobEvent("tux", 4711, AT - 1000, run, AT + second * 1000, state, said);
    }

    private static JobLedger ledger(int events) {
        return ledger(events, 5);
    }

    private static JobLedger ledger(int events, @Nullable Integer urgency) {
        JobLedger ledger = new JobLedger();
        for (int i = 0; i < events; i++) {
            ledger.apply(event(10L * i, i % 2 == 0 ? JobState.RUNNING : JobState.SUSPENDED, "r1", urgency), CAUSE);
        }
        ledger.apply(event(10L * events, JobState.COMPLETE, "r1", urgency), CAUSE);
        return ledger;
    }

    private static JobAccount job() {
        JobAccount account = new JobAccount();
        account.add(
                AT,
                new UsageEntry.Statement(
                        AT, AT, 64, 2, Tres.EMPTY, "alice", 1001L, "root/physics", "batch", 5L, 1, true, false));
        account.add(AT + 9, new UsageEntry.Allocation(AT + 9, 1, 0, Tres.EMPTY, null));
        account.add(null, new UsageEntry.Usage(AT, AT + 30, SomeAmounts.of(1, 2, 3, 4, 5), "alice", 1001L));
        account.add(null, new UsageEntry.Usage(AT + 90, AT + 120, SomeAmounts.of(1, 2, 3, 4, 5), "bob", null));
        return account;
    }

    private static UserAccount user() {
        UserAccount account = new UserAccount();
        account.add(new UsageEntry.Allocation(AT, 4, 1, Tres.EMPTY, 1001L), HOUR);
        account.add(new UsageEntry.Usage(AT, AT + 3_600_000, SomeAmounts.of(7, 8, 9, 10, 11), "alice", 1002L), HOUR);
        return account;
    }

    @Test
    void ledgersOfJobs() {
        for (int events = 0; events < 40; events++) {
            JobLedger kept = ledger(events);
            EventHistory.Page<JobSnapshot, JobEvent> page = kept.evictPage();
            Long purgedEnd = events % 2 == 0 ? (Long) (AT + 10_000L * events) : null;
            byte[] bytes = numbers.write(new JobNumber(kept, purgedEnd));
            JobNumber read = numbers.read(NUMBER, bytes);
            assertEquals(kept.newest(), read.ledger.newest());
            assertEquals(kept.base(), read.ledger.base());
            assertEquals(kept.events(), read.ledger.events());
            assertEquals(purgedEnd, read.purgedEnd);
            assertEquals(purgedEnd == null ? kept.newest() : null, read.published);
            assertArrayEquals(bytes, numbers.write(read));
            if (page != null) {
                assertEquals(page, numbers.readPage(NUMBER, numbers.writePage(page)));
            }
        }
    }

    @Test
    void accountsOfJobs() {
        PublishedAccount<JobAccount> kept =
                new PublishedAccount<>(job(), new TreeSet<>(Set.of("tux/4711", "tux/4711@x")));
        byte[] bytes = jobs.write(kept);
        PublishedAccount<JobAccount> read = jobs.read(NUMBER, bytes);
        assertEquals(kept.keys(), read.keys());
        assertEquals(job().spans(), read.account().spans());
        assertEquals(job().user(), read.account().user());
        assertEquals(
                job().rows("tux", 7).stream()
                        .map(row -> row.user()
                                + row.firstSeen()
                                + row.lastSeen()
                                + row.totals().asOf())
                        .toList(),
                read.account().rows("tux", 7).stream()
                        .map(row -> row.user()
                                + row.firstSeen()
                                + row.lastSeen()
                                + row.totals().asOf())
                        .toList());
        assertArrayEquals(bytes, jobs.write(read));
        assertEquals(2, read.account().books().size());
        assertEquals(64, read.account().books().get(0).allocated().allocated());
    }

    @Test
    void accountsOfUsers() {
        PublishedAccount<UserAccount> read =
                users.read("alice", users.write(new PublishedAccount<>(user(), Set.of("alice"))));
        assertEquals(Set.of("alice"), read.keys());
        UserAccount account = read.account();
        assertEquals(user().used(), account.used());
        assertEquals(user().userId(), account.userId());
        assertEquals(AT, account.firstSeen());
        assertEquals(AT + 3_600_000, account.lastSeen());
        assertEquals(user().allocated().allocatedMicros(), account.allocated().allocatedMicros());
        assertEquals(user().decayed().cpuAllocated(), account.decayed().cpuAllocated());
        assertEquals(
                user().decayed().used(Quantity.VIRTUAL_MEMORY),
                account.decayed().used(Quantity.VIRTUAL_MEMORY));
        assertArrayEquals(users.write(new PublishedAccount<>(user(), Set.of("alice"))), users.write(read));
    }

    @Test
    void theCensus() {
        JobCensus read = censuses.read("jobs", censuses.write(new JobCensus(5, new TreeMap<>(Map.of("bob", 11)))));
        assertEquals(5, read.rows());
        assertEquals(Map.of("bob", 11), read.failures());
        assertEquals(0, censuses.create().rows());
    }

    @Test
    void theLayoutsOfTodayAreWrittenStill() {
        JobLedger ledger = ledger(17);
        EventHistory.Page<JobSnapshot, JobEvent> page = Objects.requireNonNull(ledger.evictPage());
        HexFormat hex = HexFormat.of();
        assertEquals(
                RELEASED,
                Map.of(
                        "number", hex.formatHex(numbers.write(new JobNumber(ledger(1), null))),
                        "page", hex.formatHex(numbers.writePage(page)).substring(0, 200),
                        "census", hex.formatHex(censuses.write(new JobCensus(5, new TreeMap<>(Map.of("bob", 11)))))));
    }

    @Test
    void aLedgerAfterItsFirstPageIsReadAsItWasWritten() {
        JobLedger based = ledger(17);
        while (based.evictPage() != null) {
            based.pages().add();
        }
        byte[] second = numbers.write(new JobNumber(based, null));
        JobSnapshot base = Objects.requireNonNull(based.base());
        assertEquals(1, base.use().past().size(), "suspended in between");
        assertEquals(based.newest(), numbers.read(NUMBER, second).ledger.newest());
    }

    @Test
    void whatTheSchedulerMeasuredOfEarlierRunsIsKept() {
        JobLedger runs = new JobLedger();
        for (int run = 0; run < 10; run++) {
            runs.apply(event(20L * run, JobState.RUNNING, "r" + run, 5), CAUSE);
            runs.apply(event(20L * run + 10, JobState.COMPLETE, "r" + run, 5), CAUSE);
        }
        ReportedUse all = Objects.requireNonNull(runs.newest()).reported();
        assertEquals(new ReportedUse(700L, 800L, 90L), all);
        while (runs.evictPage() != null) {
            runs.pages().add();
        }
        JobLedger read = numbers.read(NUMBER, numbers.write(new JobNumber(runs, null))).ledger;
        assertEquals(runs.base(), read.base());
        assertEquals(all, Objects.requireNonNull(read.newest()).reported());
    }

    @Test
    void aLayoutOfANewerReleaseIsRefusedInWords() {
        byte[] newer = {9};
        assertThrows(IllegalStateException.class, () -> numbers.read(NUMBER, newer));
        assertThrows(IllegalStateException.class, () -> jobs.read(NUMBER, newer));
        assertThrows(IllegalStateException.class, () -> users.read("alice", newer));
        assertThrows(IllegalStateException.class, () -> censuses.read("jobs", newer));
    }
}
