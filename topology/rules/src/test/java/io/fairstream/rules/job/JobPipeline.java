package io.fairstream.rules.job;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.EventHistory;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.job.JobLedger.JobEnd;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.usage.JobAccount;
import io.fairstream.rules.usage.JobAccount.JobRow;
import io.fairstream.rules.usage.JobAccount.JobSums;
import io.fairstream.rules.usage.UserAccount;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A job number's ledger with the accounts that it charges, as they stand behind each other in the pipeline. */
final class JobPipeline {
    static final HalfLife HALF_LIFE = new HalfLife(100);
    static final Cause CAUSE = new Cause("job-events", 0, 0, 0);

    private JobLedger ledger = new JobLedger();
    private final Deque<EventHistory.Page<JobSnapshot, JobEvent>> pages = new ArrayDeque<>();
    private final JobAccount job = new JobAccount();
    private final Map<String, UserAccount> users = new TreeMap<>();
    private final Map<JobEnd, Integer> ends = new HashMap<>();
    private HostUsage held = HostUsage.EMPTY;
    private int spills;

    Outcome<Charge, JobEnd.Change> apply(JobEvent event) {
        while (!ledger.isInMemory(event)) {
            ledger.pages().takeNewest();
            ledger.loadPage(pages.removeLast());
        }
        Outcome<Charge, JobEnd.Change> outcome = ledger.apply(event, CAUSE);
        outcome.charges().forEach(this::charge);
        for (JobEnd.Change change : outcome.results()) {
            ends.merge(change.end(), change.count(), Integer::sum);
            ends.remove(change.end(), 0);
        }
        return outcome;
    }

    /** As at a commit. */
    void commit() {
        for (EventHistory.Page<JobSnapshot, JobEvent> page = ledger.evictPage();
                page != null;
                page = ledger.evictPage()) {
            ledger.pages().add();
            pages.addLast(page);
            spills++;
        }
    }

    /** The ledger as it was kept at the last commit. */
    void restart() {
        ledger = new JobLedger(ledger.base(), ledger.events(), ledger.pages());
    }

    int spills() {
        return spills;
    }

    private void charge(Charge charge) {
        if (charge.account().kind() == Account.Kind.JOB) {
            job.add(charge.dimensions().submitted(), (UsageEntry) charge.entry());
        } else if (charge.account().kind() == Account.Kind.USER) {
            users.computeIfAbsent(charge.account().name(), user -> new UserAccount())
                    .add((UsageEntry) charge.entry(), HALF_LIFE);
        } else if (charge.entry() instanceof AssociationEntry.Holding holding) {
            held = held.plus(holding.time());
        }
    }

    /** The time for which finished holdings held processors. */
    HostUsage held() {
        return held;
    }

    /** Returns for each end the number of times it was reported and not retracted. */
    Map<JobEnd, Integer> ends() {
        return ends;
    }

    List<JobRow> rows() {
        return job.rows("tux", 7);
    }

    JobLedger ledger() {
        return ledger;
    }

    /** Instants at which the users whose accounts exist were seen last. */
    Map<String, Long> lastSeen() {
        Map<String, Long> seen = new TreeMap<>();
        users.forEach((name, user) -> {
            if (user.exists()) {
                seen.put(name, Objects.requireNonNull(user.lastSeen()));
            }
        });
        return seen;
    }

    /** The users' accounts that exist, each brought to an instant. */
    Map<String, UserAccount> usersAt(long at) {
        users.values().forEach(user -> user.add(new UsageEntry.Allocation(at, 0, 0, Tres.EMPTY, null), HALF_LIFE));
        Map<String, UserAccount> existing = new TreeMap<>(users);
        existing.values().removeIf(user -> !user.exists());
        return existing;
    }

    /** Processor-seconds allocated and reserved for each job up to a second: {@code 40+0 runs 1 final}, and of whom at what time. */
    String told(long second) {
        List<String> told = new ArrayList<>();
        for (JobSums sums : job.books()) {
            UsageEntry.Statement said = sums.statement();
            Long submitted = sums.submitted();
            told.add((submitted == null ? "" : "@" + submitted / 1000 + " ")
                    + sums.allocated().allocatedMicros(second * 1000) / 1_000_000
                    + "+"
                    + sums.allocated().reservedMicros(second * 1000) / 1_000_000
                    + (said == null ? "" : " runs " + said.runs() + (said.isFinal() ? " final" : "")));
        }
        String ofUsers = usersAt(second * 1000).entrySet().stream()
                .map(user -> user.getKey() + " "
                        + (user.getValue().allocated().allocatedMicros()
                                        + user.getValue().allocated().reservedMicros())
                                / 1_000_000)
                .collect(Collectors.joining(" "));
        return String.join(", ", told) + (ofUsers.isEmpty() ? "" : "; " + ofUsers);
    }
}
