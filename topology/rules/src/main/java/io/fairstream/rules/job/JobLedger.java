package io.fairstream.rules.job;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.EventHistory;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.Spending;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The jobs with one number, usually one.
 *
 * <p>Charges of a job are computed from its events in the order of their times. The ledger stores the events, so that a late event is
 * inserted in its place and the difference is returned as corrections; the result does not depend on the order of arrival. Recent events
 * stay in memory; older ones go to {@linkplain Pages pages}.
 *
 * <p>"CPU time allocated equals the CPUs allocated to the job times its time in State Running. Users will be charged for
 * reserved resources, even if no processes are running" (SLURM's design of 2002). Mutable; one owner.
 */
public final class JobLedger extends EventHistory<JobSnapshot, JobEvent> {
    private static final Sizes SIZES = new Sizes(16, 6, 32);

    private @Nullable JobSnapshot newest;

    public JobLedger() {
        this(null, List.of(), new Pages());
    }

    /**
     * @param base the newest job before the first event, or null
     * @param events the recent events in order
     */
    public JobLedger(@Nullable JobSnapshot base, List<JobEvent> events, Pages pages) {
        super(base, events, pages);
        this.newest = new JobTimeline(base, events).newest();
    }

    @Override
    protected Sizes sizes() {
        return SIZES;
    }

    @Override
    protected int compare(JobEvent one, JobEvent other) {
        return JobEvent.ORDER.compare(one, other);
    }

    @Override
    protected @Nullable JobSnapshot after(int count) {
        return new JobTimeline(base(), events).after(count);
    }

    public @Nullable JobSnapshot newest() {
        return newest;
    }

    /** Returns true if an event can be applied without loading a page. */
    public boolean isInMemory(JobEvent event) {
        return pages().isEmpty() || (!events.isEmpty() && events.get(0).at() < event.at() && !names(event));
    }

    /**
     * Returns true if the event may report the submission time of a job that began in a page without one: all charges of the job then get
     * another key.
     */
    private boolean names(JobEvent event) {
        JobSnapshot first = base();
        return event.submitted() != null && first != null && first.submitted() == null;
    }

    public boolean isComplete() {
        return newest != null && newest.isComplete();
    }

    /** Returns true if the newest job is complete and all its events are before that time, so that no accepted event can change it. */
    public boolean isQuietSince(long oldest) {
        return newest != null && isComplete() && newest.at() < oldest;
    }

    /**
     * Applies an event that is valid in itself.
     *
     * @throws IllegalStateException if the event changes a part of the history that is not {@linkplain #isInMemory in memory}
     */
    public Outcome<Charge, JobEnd.Change> apply(JobEvent event, Cause cause) {
        if (!isInMemory(event)) {
            throw new IllegalStateException("a page must be loaded first: " + event);
        }
        int position = position(event);
        if (isKnown(event, position)) {
            return Outcome.of(Effect.DUPLICATE);
        }
        return position == events.size() ? append(sharing(event), cause) : insert(event, position, cause);
    }

    /** Returns the event with the facts object of the newest event if both are equal, so that memory holds it once. */
    private JobEvent sharing(JobEvent event) {
        JobFacts facts = events.isEmpty()
                ? JobFacts.EMPTY
                : events.get(events.size() - 1).facts();
        return event.facts().equals(facts) ? event.withFacts(facts) : event;
    }

    private Outcome<Charge, JobEnd.Change> append(JobEvent event, Cause cause) {
        String problem = JobTimeline.problem(newest, event);
        if (problem != null) {
            return impossible(problem);
        }
        JobSnapshot next = JobTimeline.after(newest, event);
        boolean isSameJob = newest == null
                || (!JobTimeline.isNewJob(newest, event) && Objects.equals(newest.submitted(), next.submitted()));
        if (!isSameJob || JobTimeline.isOfJobBefore(newest, event)) {
            return insert(event, events.size(), cause);
        }
        events.add(event);
        JobCharges charges = new JobCharges(event, cause);
        charges.change(newest, next, event.at());
        Outcome<Charge, JobEnd.Change> outcome = charges.followed(newest, next);
        newest = next;
        return outcome;
    }

    private Outcome<Charge, JobEnd.Change> insert(JobEvent event, int position, Cause cause) {
        List<JobEvent> changed = new ArrayList<>(events);
        changed.add(position, event);
        JobTimeline course = new JobTimeline(base(), changed);
        if (course.problem() != null) {
            return impossible(course.problem());
        }
        JobCharges old = new JobTimeline(base(), events).charges(event, cause);
        events.add(position, event);
        boolean hasChanged = !Objects.equals(newest, course.newest());
        newest = course.newest();
        Outcome<Charge, JobEnd.Change> corrected = course.charges(event, cause).since(old);
        boolean isEmpty = corrected.charges().isEmpty() && corrected.results().isEmpty();
        return isEmpty && !hasChanged ? Outcome.of(Effect.WITHOUT_EFFECT) : corrected;
    }

    private static Outcome<Charge, JobEnd.Change> impossible(String problem) {
        Rejection refused = new Rejection(Reason.TRANSITION_IMPOSSIBLE, problem);
        return new Outcome<>(Effect.REJECTED, List.of(), List.of(), refused);
    }

    /**
     * Adds the charges of the daily histories of the banks and of the cluster, and of the budgets of banks and users.
     *
     * @param tariff charge per second for the resources held
     */
    public static void addTo(
            ChargeSums days,
            Outcome<Charge, JobEnd.Change> outcome,
            String cluster,
            ToDoubleFunction<AllocatedResources> tariff,
            Cause cause) {
        for (Charge charge : outcome.charges()) {
            if (charge.entry() instanceof AssociationEntry.Holding holding) {
                for (UtcDays.Piece piece : UtcDays.split(holding.since(), holding.at(), holding.time())) {
                    addToBanks(charge.account().name(), piece, cause, days);
                }
                holding.spending(tariff)
                        .forEach(spent -> addToBudgets(charge.account().name(), spent, cause, days));
            } else if (charge.entry() instanceof UsageEntry.Usage usage) {
                Spending energy = Spending.ofEnergy(usage.amounts().get(Quantity.ENERGY));
                String path = BankPaths.path(
                        charge.dimensions().bank(), charge.account().name());
                addToBudgets(path, new BudgetSpent(usage.at() - 1, usage.at(), energy), cause, days);
            }
        }
        for (JobEnd.Change change : outcome.results()) {
            JobEnd end = change.end();
            UtcDays.Piece piece = new UtcDays.Piece(end.at(), end.at() + 1, change.work());
            addToBanks(BankPaths.path(end.bank(), end.user()), piece, cause, days);
            days.addCluster(cluster, piece, cause);
        }
    }

    private static void addToBudgets(String path, BudgetSpent spent, Cause cause, ChargeSums sums) {
        if (!spent.isEmpty()) {
            sums.addBudget(path, spent, cause);
            BankPaths.around(path).forEach(bank -> sums.addBudget(bank, spent, cause));
        }
    }

    private static void addToBanks(String path, UtcDays.Piece piece, Cause cause, ChargeSums days) {
        for (String around : BankPaths.around(path)) {
            days.addBank(around, piece, cause);
        }
    }

    /**
     * End of a job that ran.
     *
     * @param bank path of the bank that pays, or empty
     * @param at milliseconds since 1970
     * @param isSuccess whether its outcome is COMPLETED; if no outcome was reported, whether it ended without an exit code other than 0 and
     *     without a signal
     */
    public record JobEnd(String user, String bank, long at, boolean isSuccess) {
        private static final String SUCCESS = "COMPLETED";

        /** Returns the end of a job, or null if it has not ended or never ran. */
        static @Nullable JobEnd of(@Nullable JobSnapshot job) {
            return job == null || !job.isComplete() || job.runs() == 0
                    ? null
                    : new JobEnd(job.payer(), job.facts().bank(), job.since(), isSuccess(job.facts()));
        }

        private static boolean isSuccess(JobFacts facts) {
            String outcome = facts.outcome();
            return outcome == null ? isZero(facts.exitCode()) && isZero(facts.signal()) : outcome.equals(SUCCESS);
        }

        private static boolean isZero(@Nullable Integer code) {
            return code == null || code == 0;
        }

        /** Adds the changes from one end of a job, or null, to another, or null. */
        static void addChange(@Nullable JobEnd before, @Nullable JobEnd now, List<Change> changes) {
            if (!Objects.equals(before, now)) {
                if (before != null) {
                    changes.add(new Change(before, -1));
                }
                if (now != null) {
                    changes.add(new Change(now, 1));
                }
            }
        }

        /** An end that was added, with count 1, or is taken back, with count -1. */
        public record Change(JobEnd end, int count) {
            /** Converts the change to the number of jobs that succeeded or failed. */
            public HostUsage work() {
                return new HostUsage(0, 0, 0, 0, end.isSuccess ? count : 0, end.isSuccess ? 0 : count);
            }
        }
    }
}
