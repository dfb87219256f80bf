package io.fairstream.rules.job;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.job.JobLedger.JobEnd;
import io.fairstream.rules.job.JobSnapshot.RunUse;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Charges derived from the states of the jobs with one number. Mutable; one owner. */
final class JobCharges {
    private final JobEvent event;
    private final String job;
    private final Cause cause;
    private Dimensions last = Dimensions.EMPTY;
    private final List<Charge> allocations = new ArrayList<>(2);
    private final List<Charge> holdings = new ArrayList<>(2);

    /** Charges of users with {@link UsageEntry.Usage}: energy reported by the scheduler at the end of a run. */
    private final List<Charge> energies = new ArrayList<>(1);

    /** Charges of jobs with {@link UsageEntry.Statement}, by submission time. */
    private final Map<Optional<Long>, Charge> statements = new LinkedHashMap<>();

    private final Map<Optional<Long>, JobEnd> ends = new LinkedHashMap<>();

    /** @param event event of the job number that causes the charges */
    JobCharges(JobEvent event, Cause cause) {
        this.event = event;
        this.job = event.job();
        this.cause = cause;
    }

    /** Adds the charges for a change of the job from state {@code from} to {@code to}, either of which may be null, at an instant. */
    void change(@Nullable JobSnapshot from, @Nullable JobSnapshot to, long at) {
        changeAllocation(from, to, at);
        changeHolding(from, to, at);
        if (to != null) {
            changeEnergy(from, to);
        }
    }

    /** Adds a statement of the job's state after all its events so far. */
    void state(JobSnapshot state) {
        Optional<Long> name = Optional.ofNullable(state.submitted());
        statements.put(name, statement(state, 0, 0, Tres.EMPTY));
        JobEnd end = JobEnd.of(state);
        if (end != null) {
            ends.put(name, end);
        }
    }

    /**
     * Adds the change of allocation. An event of a job that has started adds an entry even if it changes nothing: the user's {@code
     * lastSeen} and number then do not depend on which event came first.
     */
    private void changeAllocation(@Nullable JobSnapshot from, @Nullable JobSnapshot to, long at) {
        boolean isContinued = from != null && to != null && isOfSame(from, to);
        if (to != null) {
            boolean hasStarted = to.runs() > 0 || to.state().isReserved();
            UsageEntry.Allocation now = allocation(to, at);
            allocate(to, from != null && isContinued ? now.minus(allocation(from, at)) : now, hasStarted);
        }
        if (from != null && !isContinued) {
            allocate(from, allocation(from, at).negated(), false);
        }
    }

    private static boolean isOfSame(JobSnapshot one, JobSnapshot other) {
        return Objects.equals(one.submitted(), other.submitted())
                && one.run().equals(other.run())
                && one.payer().equals(other.payer())
                && one.facts().bank().equals(other.facts().bank());
    }

    private static UsageEntry.Allocation allocation(JobSnapshot state, long at) {
        AllocatedResources held = state.held();
        int processors = held == null ? 0 : held.processors();
        return new UsageEntry.Allocation(
                at,
                state.state().isAllocated() ? processors : 0,
                state.state().isReserved() ? processors : 0,
                held == null ? Tres.EMPTY : held.tresWithoutProcessors(),
                state.facts().userId());
    }

    private void allocate(JobSnapshot state, UsageEntry.Allocation more, boolean alsoIfEmpty) {
        if (alsoIfEmpty || !more.isEmpty()) {
            allocations.add(charge(Account.user(state.payer()), state, more));
        }
    }

    /** Adds the begin first, so that no account has negative holdings in between. */
    private void changeHolding(@Nullable JobSnapshot from, @Nullable JobSnapshot to, long at) {
        AllocatedResources held = from == null ? null : from.held();
        AllocatedResources next = to == null ? null : to.held();
        boolean ends = from != null && (to == null || to.endsRunOf(from));
        boolean isKept = !ends && Objects.equals(held, next);
        if (to != null && next != null && !isKept) {
            hold(to, new AssociationEntry.Holding(at, at, 1, 0, at, next));
        }
        if (from != null && held != null && !isKept) {
            hold(from, new AssociationEntry.Holding(at, from.use().since(), -1, ends ? 1 : 0, at, held));
        }
        if (from != null && ends) {
            for (RunUse.Part past : from.use().past()) {
                hold(from, new AssociationEntry.Holding(past.until(), past.since(), 0, 1, at, past.held()));
            }
        }
    }

    private void hold(JobSnapshot state, AssociationEntry.Holding holding) {
        String path = BankPaths.path(state.facts().bank(), state.payer());
        holdings.add(charge(Account.association(path), state, holding));
    }

    /** Adds the energy reported by an event, if it was not reported for the same end before. */
    private void changeEnergy(@Nullable JobSnapshot from, JobSnapshot to) {
        boolean isSameEnd = from != null && from.isComplete() && to.isComplete() && from.since() == to.since();
        long more = energy(to) - (isSameEnd ? energy(from) : 0);
        if (more == 0) {
            return;
        }
        JobSnapshot ofRun = from == null ? to : from;
        Long start = ofRun.start() == null ? to.start() : ofRun.start();
        long begin = Math.max(0, start == null ? to.at() - 1 : Math.min(start, to.at() - 1));
        Amounts amounts = Amounts.of(Quantity.ENERGY, more);
        UsageEntry entry = new UsageEntry.Usage(
                begin, to.at(), amounts, to.payer(), to.facts().userId());
        energies.add(charge(Account.user(to.payer()), to, entry));
    }

    private static long energy(@Nullable JobSnapshot state) {
        Long energy = state == null ? null : state.facts().reported().energyMillijoules();
        return energy == null ? 0 : energy;
    }

    private Charge statement(JobSnapshot state, int allocated, int reserved, Tres otherTres) {
        JobFacts facts = state.facts();
        UsageEntry entry = new UsageEntry.Statement(
                state.at(),
                state.firstSeen(),
                allocated,
                reserved,
                otherTres,
                facts.user(),
                facts.userId(),
                facts.bank(),
                facts.partition(),
                facts.memoryMiB(),
                state.runs(),
                state.isComplete(),
                false);
        return charge(Account.job(job), state, entry);
    }

    private Charge charge(Account account, JobSnapshot state, Entry entry) {
        String bank = state.facts().bank();
        Dimensions dimensions = Dimensions.ofJob(event.cluster(), event.jobId(), state.run(), state.submitted(), bank);
        last = dimensions.equals(last) ? last : dimensions;
        return new Charge(account, Ledger.JOB, job, last, entry, cause);
    }

    /** Returns the charges of the newest event if it keeps the job's submission time; the statement contains the job's charges. */
    Outcome<Charge, JobEnd.Change> followed(@Nullable JobSnapshot from, JobSnapshot to) {
        int allocated = 0;
        int reserved = 0;
        Tres otherTres = Tres.EMPTY;
        for (Charge charge : allocations) {
            UsageEntry.Allocation more = (UsageEntry.Allocation) charge.entry();
            allocated += more.allocated();
            reserved += more.reserved();
            otherTres = otherTres.plus(more.otherTres());
        }
        List<JobEnd.Change> changed = new ArrayList<>(1);
        JobEnd.addChange(JobEnd.of(from), JobEnd.of(to), changed);
        List<Charge> statement = List.of(statement(to, allocated, reserved, otherTres));
        return Outcome.of(Effect.APPLIED, journal(allocations, holdings, energies, List.of(), statement), changed);
    }

    /** Returns the charges that turn the old charges into these. */
    Outcome<Charge, JobEnd.Change> since(JobCharges old) {
        List<Charge> changedAllocations =
                changes(old.allocations, allocations, entry -> ((UsageEntry.Allocation) entry).negated());
        changedAllocations.sort(Comparator.comparingInt(JobCharges::takenBack));
        List<Charge> changedHoldings =
                changes(old.holdings, holdings, entry -> ((AssociationEntry.Holding) entry).negated());
        changedHoldings.sort(
                Comparator.comparingInt(charge -> -((AssociationEntry.Holding) charge.entry()).holdings()));
        List<Charge> changedEnergies =
                changes(old.energies, energies, entry -> ((UsageEntry.Usage) entry).negated(Quantity.ENERGY));
        // Entries that take back come last.
        changedEnergies.sort(Comparator.comparing(charge -> !energies.contains(charge)));
        List<JobEnd.Change> changedEnds = new ArrayList<>();
        Set<Optional<Long>> names = new LinkedHashSet<>(old.ends.keySet());
        names.addAll(ends.keySet());
        names.forEach(name -> JobEnd.addChange(old.ends.get(name), ends.get(name), changedEnds));
        List<Charge> journal =
                journal(changedAllocations, changedHoldings, changedEnergies, changedAllocations, statementsSince(old));
        return Outcome.of(Effect.APPLIED, journal, changedEnds);
    }

    /** Returns the entries that take back before those that add; callers sort them. */
    private static List<Charge> changes(List<Charge> old, List<Charge> now, UnaryOperator<Entry> negated) {
        List<Charge> added = new ArrayList<>(now);
        List<Charge> changes = new ArrayList<>();
        for (Charge charged : old) {
            if (!added.remove(charged) && !charged.entry().isEmpty()) {
                changes.add(charged.with(negated.apply(charged.entry())));
            }
        }
        changes.addAll(added);
        return changes;
    }

    private static int takenBack(Charge charge) {
        UsageEntry.Allocation more = (UsageEntry.Allocation) charge.entry();
        return -more.allocated() - more.reserved();
    }

    private List<Charge> statementsSince(JobCharges old) {
        List<Charge> changes = new ArrayList<>();
        statements.forEach((name, statement) -> {
            if (!statement.equals(old.statements.get(name))) {
                changes.add(statement);
            }
        });
        old.statements.forEach((name, statement) -> {
            if (!statements.containsKey(name)) {
                changes.add(statement.with(((UsageEntry.Statement) statement.entry()).withdrawn()));
            }
        });
        return changes;
    }

    private List<Charge> journal(
            List<Charge> toUsers,
            List<Charge> toAssociations,
            List<Charge> ofEnergy,
            List<Charge> toJobs,
            List<Charge> ofStatements) {
        List<Charge> journal = new ArrayList<>(toUsers);
        journal.addAll(toAssociations);
        for (Charge charge : ofEnergy) {
            journal.add(charge);
            journal.add(charge.to(Account.job(job)));
        }
        for (Charge charge : toJobs) {
            if (!charge.entry().isEmpty()) {
                journal.add(charge.to(Account.job(job)));
            }
        }
        journal.addAll(ofStatements);
        return journal;
    }
}
