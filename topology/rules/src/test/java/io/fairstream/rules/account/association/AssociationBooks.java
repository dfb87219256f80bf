package io.fairstream.rules.account.association;

import io.fairstream.rules.Pages;
import io.fairstream.rules.ledger.job.HoldingCharge;
import io.fairstream.rules.ledger.job.JobEvent;
import io.fairstream.rules.ledger.job.JobLedger;
import io.fairstream.rules.ledger.job.JobOutcome;
import io.fairstream.rules.ledger.job.JobPage;
import io.fairstream.rules.ledger.job.JobText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Jobs' ledgers with the accounts of users in banks and of banks that they charge, as they stand behind each other in the pipeline. */
public final class AssociationBooks {
    private final Map<String, Job> jobs = new TreeMap<>();
    private final SortedMap<String, Association> associations = new TreeMap<>();
    private UsageTerms terms;
    private BankSums banks;
    private int spills;

    public AssociationBooks(UsageTerms terms) {
        this.terms = terms;
        this.banks = new BankSums(terms);
    }

    private static final class Job {
        private JobLedger ledger = new JobLedger();
        private final Deque<JobPage> pages = new ArrayDeque<>();
    }

    private static final class Association {
        private AssociationAccount account;
        private final Deque<AssociationPage> pages = new ArrayDeque<>();

        Association(UsageTerms terms) {
            account = new AssociationAccount(terms.name());
        }
    }

    /** Tells events as {@link JobText} has them, in this order. */
    public void tell(String events) {
        JobText.events(events).forEach(this::tell);
    }

    public JobOutcome tell(JobEvent event) {
        Job job = jobs.computeIfAbsent(event.job(), any -> new Job());
        while (!job.ledger.remembers(event)) {
            job.ledger.pages().takeNewest();
            job.ledger.recall(job.pages.removeLast());
        }
        JobOutcome outcome = job.ledger.apply(event);
        outcome.holdings().forEach(this::charge);
        return outcome;
    }

    private void charge(HoldingCharge charge) {
        String path = BankSums.path(charge.bank(), charge.user());
        long endedAt = Objects.requireNonNullElse(charge.endedAt(), 0L);
        AssociationEntry.Holding entry = new AssociationEntry.Holding(
                charge.at(), charge.since(), charge.holdings(), charge.booked(), endedAt, charge.held());
        association(path).account.add(entry, terms);
        chargeBanks(path, entry);
    }

    private void chargeBanks(String path, AssociationEntry.Holding entry) {
        BankSums.around(path).forEach(bank -> banks.add(bank, entry));
    }

    private Association association(String path) {
        return associations.computeIfAbsent(path, any -> new Association(terms));
    }

    /** As at a commit: banks are charged, and what is old goes to pages. */
    public void commit() {
        banks.take().forEach((bank, charge) -> association(bank).account.add(charge, terms));
        for (Job job : jobs.values()) {
            for (JobPage page = job.ledger.spill(); page != null; page = job.ledger.spill()) {
                job.ledger.pages().add();
                job.pages.addLast(page);
                spills++;
            }
        }
        for (Association association : associations.values()) {
            AssociationAccount account = association.account;
            for (AssociationPage page = account.spill(); page != null; page = account.spill()) {
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
            AssociationAccount account = association.account;
            association.account = new AssociationAccount(
                    account.terms(),
                    copy(account.own()),
                    copy(account.below()),
                    account.entries(),
                    new Pages(account.pages().first(), account.pages().next()),
                    account.decision());
        });
    }

    private static UsageSums copy(UsageSums sums) {
        return new UsageSums(sums.asOf(), sums.holdings(), sums.weight(), sums.smooth(), sums.units(), sums.periods());
    }

    /** As after a restart under other terms. */
    public void renew(UsageTerms now) {
        restart();
        terms = now;
        banks = new BankSums(now);
        associations.forEach((path, association) -> {
            AssociationAccount account = association.account;
            if (account.isUnder(now)) {
                return;
            }
            while (!account.pages().isEmpty()) {
                account.pages().takeNewest();
                account.recall(association.pages.removeLast());
            }
            account.renew(now);
            account.entries().forEach(entry -> chargeBanks(path, entry));
        });
        commit();
    }

    /** How many pages were written. */
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
    public AssociationStanding standing(String path) {
        commit();
        return association(path).account.standing(path, terms);
    }

    /** flux's usage of a path at a second, node-seconds. */
    public double periodUsage(String path, long second) {
        return standing(path).periodUsage(second * 1000, terms);
    }

    /** Slurm's usage of a path at a second, node-seconds. */
    public double smoothUsage(String path, long second) {
        return standing(path).smoothUsage(second * 1000, terms);
    }
}
