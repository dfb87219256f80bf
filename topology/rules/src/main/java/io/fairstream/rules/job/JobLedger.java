package io.fairstream.rules.job;

import io.fairstream.rules.Paged;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Cause;
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
public final class JobLedger implements Paged<JobPage> {
    private static final int MOST_EVENTS = 16;
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
    public boolean remembers(JobEvent event) {
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
    public void recall(JobPage page) {
        events.addAll(0, page.events());
        base = page.base();
    }

    /** Hands out the oldest events if there are too many here, or null; the caller keeps them. Call it until it returns null. */
    @Override
    public @Nullable JobPage spill() {
        if (events.size() <= MOST_EVENTS) {
            return null;
        }
        List<JobEvent> old = events.subList(0, Math.min(events.size() - KEPT_EVENTS, PAGE_EVENTS));
        JobPage page = new JobPage(base, List.copyOf(old));
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
     * @throws IllegalStateException if what the event changes is not {@linkplain #remembers remembered}
     */
    public JobOutcome apply(JobEvent event, Cause cause) {
        if (!remembers(event)) {
            throw new IllegalStateException("a page must be recalled first: " + event);
        }
        int position = position(event);
        if (isKnown(event, position)) {
            return new JobOutcome.Duplicate();
        }
        return position == events.size() ? append(sharing(event), cause) : insert(event, position, cause);
    }

    /** The event, with what the newest one said if it says the same, so that it is there once. */
    private JobEvent sharing(JobEvent event) {
        JobFacts said =
                events.isEmpty() ? JobFacts.NONE : events.get(events.size() - 1).said();
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

    private JobOutcome append(JobEvent event, Cause cause) {
        JobTransition step = JobTransition.after(newest, event);
        JobSnapshot next = step.standing();
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
        JobOutcome outcome = charges.followed(newest, next);
        newest = next;
        return outcome;
    }

    private JobOutcome insert(JobEvent event, int position, Cause cause) {
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
        JobOutcome corrected = course.charges(event, cause).since(old);
        if (corrected != null) {
            return corrected;
        }
        return hasChanged ? new JobOutcome.Corrected(List.of(), List.of()) : new JobOutcome.WithoutEffect();
    }

    private static JobOutcome impossible(@Nullable String problem) {
        return new JobOutcome.Impossible(new Refused(Reason.TRANSITION_IMPOSSIBLE, String.valueOf(problem)));
    }
}
