package io.fairstream.rules.share;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.job.JobLedger.JobEnd;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.rules.job.JobText;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.share.UsageSums.BankSums;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Jobs' ledgers with the accounts of users in banks and of banks that they charge, as they stand behind each other in the pipeline. */
public final class AssociationPipeline {
    private static final Cause CAUSE = new Cause("job-events", 0, 0, 0);

    private final Map<String, Job> jobs = new TreeMap<>();
    private final SortedMap<String, Association> associations = new TreeMap<>();
    private final Map<String, BankSums> banks = new TreeMap<>();
    private UsageTerms terms;
    private int spills;

    public AssociationPipeline(UsageTerms terms) {
        this.terms = terms;
    }

    private static final class Job {
        private JobLedger ledger = new JobLedger();
        private final Deque<EventHistory.Page<JobSnapshot, JobEvent>> pages = new ArrayDeque<>();
    }

    private static final class Association {
        private AssociationAccount account;
        private final Deque<AssociationAccount.Page> pages = new ArrayDeque<>();
        private UsageTerms terms;

        Association(UsageTerms terms) {
            this.terms = terms;
            account = new AssociationAccount(terms);
        }
    }

    /** Tells events as {@link JobText} has them, in this order. */
    public void tell(String events) {
        JobText.events(events).forEach(this::tell);
    }

    public Outcome<Charge, JobEnd.Change> tell(JobEvent event) {
        Job job = jobs.computeIfAbsent(event.job(), any -> new Job());
        while (!job.ledger.isInMemory(event)) {
            job.ledger.pages().takeNewest();
            job.ledger.loadPage(job.pages.removeLast());
        }
        Outcome<Charge, JobEnd.Change> outcome = job.ledger.apply(event, CAUSE);
        for (Charge charge : outcome.charges()) {
            if (charge.entry() instanceof AssociationEntry.Holding holding) {
                charge(charge.account().name(), holding);
            }
        }
        return outcome;
    }

    private void charge(String path, AssociationEntry.Holding entry) {
        Association association = association(path);
        association.account.add(entry, association.terms);
        chargeBanks(path, entry, association.terms);
    }

    private void chargeBanks(String path, AssociationEntry.Holding entry, UsageTerms under) {
        banks(under).add(path, entry, CAUSE);
    }

    private BankSums banks(UsageTerms under) {
        return banks.computeIfAbsent(under.name(), any -> new BankSums(under));
    }

    private Association association(String path) {
        return associations.computeIfAbsent(path, any -> new Association(terms));
    }

    /** As at a commit: banks are charged, and what is old goes to pages. */
    public void commit() {
        for (BankSums sums : List.copyOf(banks.values())) {
            for (Charge charge : sums.take()) {
                association(charge.account().name()).account.add((AssociationEntry.Subtree) charge.entry());
            }
        }
        for (Job job : jobs.values()) {
            for (EventHistory.Page<JobSnapshot, JobEvent> page = job.ledger.evictPage();
                    page != null;
                    page = job.ledger.evictPage()) {
                job.ledger.pages().add();
                job.pages.addLast(page);
                spills++;
            }
        }
        for (Association association : associations.values()) {
            AssociationAccount account = association.account;
            for (AssociationAccount.Page page = account.evictPage(); page != null; page = account.evictPage()) {
                account.pages().add();
                association.pages.addLast(page);
                spills++;
            }
        }
    }

    /** All as it was kept at a commit. */
    public void restart() {
        commit();
        jobs.values().forEach(job -> {
            Pages pages =
                    new Pages(job.ledger.pages().first(), job.ledger.pages().next());
            job.ledger = new JobLedger(job.ledger.base(), job.ledger.events(), pages);
        });
        associations.values().forEach(association -> {
            AssociationAccount kept = association.account;
            association.account = new AssociationAccount(
                    kept.terms(), kept.sums(), kept.sumsBelow(), kept.decision(), kept.entries(), kept.pages());
        });
    }

    /** As after a restart under other terms. */
    public void renew(UsageTerms now) {
        renew(now, path -> true);
    }

    /** As after a restart of those instances under other terms that have the accounts of these paths. */
    public void renew(UsageTerms now, Predicate<String> paths) {
        restart();
        terms = now;
        associations.forEach((path, association) -> {
            if (paths.test(path)) {
                association.terms = now;
                renew(path, association);
            }
        });
        commit();
    }

    private void renew(String path, Association association) {
        AssociationAccount account = association.account;
        if (account.isUnder(association.terms)) {
            return;
        }
        while (!account.pages().isEmpty()) {
            account.pages().takeNewest();
            account.loadPage(association.pages.removeLast());
        }
        AssociationEntry.Subtree old = account.recompute(association.terms);
        banks(association.terms).add(path, old, CAUSE);
        account.entries().forEach(entry -> chargeBanks(path, entry, association.terms));
    }

    /** Returns the number of pages that were written. */
    public int spills() {
        return spills;
    }

    public UsageTerms terms() {
        return terms;
    }

    /** All accounts by path; what banks are charged is there after a commit. */
    public SortedMap<String, AssociationAccount> accounts() {
        SortedMap<String, AssociationAccount> accounts = new TreeMap<>();
        associations.forEach((path, association) -> accounts.put(path, association.account));
        return accounts;
    }

    /** Where a path stands after a commit. */
    public AssociationState state(String path) {
        commit();
        Association association = association(path);
        return association.account.state(path, association.terms);
    }

    /** flux's usage of a path at a second, node-seconds. */
    public double periodUsage(String path, long second) {
        return state(path).periodUsage(second * 1000, terms);
    }

    /** Slurm's usage of a path at a second, node-seconds. */
    public double smoothUsage(String path, long second) {
        return state(path).smoothUsage(second * 1000, terms);
    }
}
