package io.fairstream.rules.job;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Pages.Paged;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.job.JobTimeline.JobTransition;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.HostUsageSums;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one number, usually one.
 *
 * <p>What a job is charged follows from its events in the order of their times. The ledger remembers the events, so that
 * one which arrives late takes its place among them and the difference is returned as corrections; the result does not
 * depend on the order of arrival. Recent events stay here; older ones go to {@linkplain Pages pages}.
 *
 * <p>"CPU time allocated equals the CPUs allocated to the job times its time in State Running. Users will be charged for
 * reserved resources, even if no processes are running" (SLURM's design of 2002). Mutable; one owner.
 */
public final class JobLedger implements Paged<JobLedger.Page> {
    private static final int MAX_EVENTS = 16;
    private static final int KEPT_EVENTS = 6;
    private static final int PAGE_EVENTS = 32;

    private @Nullable JobSnapshot base;
    private final List<JobEvent> events;
    private final Pages pages;
    private @Nullable JobSnapshot newest;

    /** A number of which nothing is known. */
    public JobLedger() {
        this(null, List.of(), new Pages());
    }

    /**
     * A ledger as it was kept.
     *
     * @param base the newest job before the first event, or null
     * @param events the recent events in order
     * @param pages where the older events are
     */
    public JobLedger(@Nullable JobSnapshot base, List<JobEvent> events, Pages pages) {
        this.base = base;
        this.events = new ArrayList<>(events);
        this.pages = pages;
        this.newest = new JobTimeline(base, events).newest();
    }

    public @Nullable JobSnapshot base() {
        return base;
    }

    public List<JobEvent> events() {
        return Collections.unmodifiableList(events);
    }

    @Override
    public Pages pages() {
        return pages;
    }

    /** The newest job of the number, or null. */
    public @Nullable JobSnapshot newest() {
        return newest;
    }

    /** Returns true if an event can be applied without recalling a page. */
    public boolean isInMemory(JobEvent event) {
        return pages.isEmpty() || (!events.isEmpty() && events.get(0).at() < event.at() && !names(event));
    }

    /**
     * Returns true if the event may report the submission time of a job that began in a page without one: all charges of the job
     * then get another name.
     */
    private boolean names(JobEvent event) {
        return event.submitted() != null && base != null && base.submitted() == null;
    }

    /** Takes back the newest page, which goes before what is here. */
    @Override
    public void loadPage(Page page) {
        events.addAll(0, page.events());
        base = page.base();
    }

    /** Hands out the oldest events if there are too many here, or null; the caller keeps them. Call it until it returns null. */
    @Override
    public @Nullable Page evictPage() {
        if (events.size() <= MAX_EVENTS) {
            return null;
        }
        List<JobEvent> old = events.subList(0, Math.min(events.size() - KEPT_EVENTS, PAGE_EVENTS));
        Page page = new Page(base, List.copyOf(old));
        base = new JobTimeline(base, events).after(page.events().size());
        old.clear();
        return page;
    }

    /** True if the newest job is complete. */
    public boolean isComplete() {
        return newest != null && newest.isComplete();
    }

    /** Returns true if the newest job is complete and no event has come since that time, so that no accepted event can matter. */
    public boolean isQuietSince(long oldest) {
        return newest != null && isComplete() && newest.at() < oldest;
    }

    /**
     * Applies an event that is fine in itself.
     *
     * @param cause its record, for the journal
     * @throws IllegalStateException if what the event changes is not {@linkplain #isInMemory remembered}
     */
    public Outcome apply(JobEvent event, Cause cause) {
        if (!isInMemory(event)) {
            throw new IllegalStateException("a page must be recalled first: " + event);
        }
        int position = position(event);
        if (isKnown(event, position)) {
            return new Outcome.Duplicate();
        }
        return position == events.size() ? append(sharing(event), cause) : insert(event, position, cause);
    }

    /** The event, with what the newest one said if it says the same, so that it is there once. */
    private JobEvent sharing(JobEvent event) {
        JobFacts said = events.isEmpty()
                ? JobFacts.EMPTY
                : events.get(events.size() - 1).said();
        return event.said().equals(said) ? event.saying(said) : event;
    }

    private int position(JobEvent event) {
        int position = events.size();
        while (position > 0 && JobEvent.ORDER.compare(events.get(position - 1), event) > 0) {
            position--;
        }
        return position;
    }

    private boolean isKnown(JobEvent event, int position) {
        for (int i = position; i > 0 && JobEvent.ORDER.compare(events.get(i - 1), event) == 0; i--) {
            if (events.get(i - 1).equals(event)) {
                return true;
            }
        }
        return false;
    }

    private Outcome append(JobEvent event, Cause cause) {
        JobTransition step = JobTransition.after(newest, event);
        JobSnapshot next = step.job();
        if (next == null) {
            return impossible(step.problem());
        }
        boolean isSameJob =
                newest == null || (!step.isNewJob() && Objects.equals(newest.submitted(), next.submitted()));
        if (!isSameJob || step.isOfJobBefore()) {
            return insert(event, events.size(), cause);
        }
        events.add(event);
        JobCharges charges = new JobCharges(event, cause);
        charges.change(newest, next, event.at());
        Outcome outcome = charges.followed(newest, next);
        newest = next;
        return outcome;
    }

    private Outcome insert(JobEvent event, int position, Cause cause) {
        List<JobEvent> changed = new ArrayList<>(events);
        changed.add(position, event);
        JobTimeline course = new JobTimeline(base, changed);
        if (course.problem() != null) {
            return impossible(course.problem());
        }
        JobCharges old = new JobTimeline(base, events).charges(event, cause);
        events.add(position, event);
        boolean hasChanged = !Objects.equals(newest, course.newest());
        newest = course.newest();
        Outcome corrected = course.charges(event, cause).since(old);
        if (corrected != null) {
            return corrected;
        }
        return hasChanged ? new Outcome.Corrected(List.of(), List.of()) : new Outcome.WithoutEffect();
    }

    private static Outcome impossible(@Nullable String problem) {
        return new Outcome.Impossible(new Rejection(Reason.TRANSITION_IMPOSSIBLE, String.valueOf(problem)));
    }

    /** The outcome of a job event. */
    public sealed interface Outcome {
        /** Charges for users, for users in banks and for the job, in the order in which they are written. */
        default List<Charge> charges() {
            return List.of();
        }

        /** Ends of jobs that came or went. */
        default List<JobEnd.Change> ends() {
            return List.of();
        }

        /** Adds what the daily histories of the banks and of the cluster are charged. */
        default void addTo(HostUsageSums days, String cluster, Cause cause) {
            for (Charge charge : charges()) {
                if (charge.entry() instanceof AssociationEntry.Holding holding) {
                    HostUsage time = holding.time();
                    if (!time.isEmpty()) {
                        for (UtcDays.Piece piece : UtcDays.split(holding.since(), holding.at(), time)) {
                            addToBanks(charge.account().name(), piece, cause, days);
                        }
                    }
                }
            }
            for (JobEnd.Change change : ends()) {
                JobEnd end = change.end();
                UtcDays.Piece piece = new UtcDays.Piece(end.at(), end.at() + 1, change.work());
                addToBanks(BankPaths.path(end.bank(), end.user()), piece, cause, days);
                days.addCluster(cluster, piece, cause);
            }
        }

        private static void addToBanks(String path, UtcDays.Piece piece, Cause cause, HostUsageSums days) {
            for (String around : BankPaths.around(path)) {
                days.addBank(around, piece, cause);
            }
        }

        /** The newest event. */
        record Followed(List<Charge> charges, List<JobEnd.Change> ends) implements Outcome {}

        /** A late event, or one that shows the past in another light: corrections. */
        record Corrected(List<Charge> charges, List<JobEnd.Change> ends) implements Outcome {}

        /** Known from before. */
        record Duplicate() implements Outcome {}

        /** Right, and changed nothing. */
        record WithoutEffect() implements Outcome {}

        /** Impossible beside what is known. */
        record Impossible(Rejection refused) implements Outcome {}
    }

    /**
     * End of a job that ran.
     *
     * @param bank path of the bank that pays, or empty
     * @param at milliseconds since 1970
     * @param isSuccess whether its outcome is COMPLETED; when none was said, whether it ended without an exit code other than 0 and
     *     without a signal
     */
    record JobEnd(String user, String bank, long at, boolean isSuccess) {
        private static final String SUCCESS = "COMPLETED";

        /** The end of a job as it stands, or null while it has none, or never ran. */
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

        /** Adds what changed when a job had one end, or null, and has another, or null. */
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

        /**
         * An end that was found, or was none.
         *
         * @param count 1, or -1 to take it back
         */
        record Change(JobEnd end, int count) {
            /** As a job that succeeded or failed. */
            public HostUsage work() {
                return new HostUsage(0, 0, 0, 0, end.isSuccess ? count : 0, end.isSuccess ? 0 : count);
            }
        }
    }

    /**
     * An older part of the history of a job number.
     *
     * @param base the newest job before the first event, or null
     * @param events in order, at least one
     */
    public record Page(@Nullable JobSnapshot base, List<JobEvent> events) implements Paged.Page {
        @Override
        public long newest() {
            return events.get(events.size() - 1).at();
        }
    }

    /**
     * Retention of finished jobs in the job table: for how long, and how many.
     *
     * @param after how long after its end a job's row goes
     * @param most how many rows there may be before finished jobs have to go; 0 is any number
     */
    public record Retention(Duration after, long most) {
        /** Returns true if a job's row is due for removal. */
        public boolean isOver(JobSnapshot job, long now) {
            return job.isComplete() && job.since() < now - after.toMillis();
        }

        /** Interval between checks. */
        public Duration interval() {
            Duration part = after.dividedBy(20);
            return part.isZero() ? Duration.ofMillis(1) : part;
        }

        /** The part of one of several tables that share the limit; 0 is any number. */
        public Retention share(int tables) {
            return new Retention(after, most == 0 ? 0 : Math.max(1, most / tables));
        }

        /** Computes the number of rows above the limit. */
        public long surplus(long rows) {
            return most == 0 ? 0 : Math.max(0, rows - most);
        }
    }
}
