package io.fairstream.rules.job;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.Sums;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts.ReportedUse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * State of a job after one of its events.
 *
 * @param submitted first submission, milliseconds since 1970, or null if never reported
 * @param resubmitted last submission, which differs from {@code submitted} after a requeue
 * @param run run id of the scheduler for the newest run, or empty
 * @param runs number of starts
 * @param since time of the last change of the state, milliseconds since 1970
 * @param firstSeen time of its first event, milliseconds since 1970
 * @param at time of its newest event, milliseconds since 1970
 * @param start start of the newest run, or of the reservation before it; null before, and if only the end of the run was reported
 * @param use resources held by the newest run
 * @param earlier use measured by the scheduler in the runs before the one whose end is in {@code facts}
 */
public record JobSnapshot(
        @Nullable Long submitted,
        @Nullable Long resubmitted,
        String run,
        int runs,
        JobState state,
        long since,
        long firstSeen,
        long at,
        @Nullable Long start,
        RunUse use,
        JobFacts facts,
        ReportedUse earlier) {
    private static final long MINUTE = 60_000;

    static JobSnapshot first(JobEvent event, @Nullable Long submitted) {
        return new JobSnapshot(
                        submitted,
                        submitted,
                        "",
                        0,
                        JobState.PENDING,
                        event.at(),
                        event.at(),
                        event.at(),
                        null,
                        RunUse.EMPTY,
                        JobFacts.EMPTY,
                        ReportedUse.EMPTY)
                .next(event);
    }

    /** Returns the job after a valid next event. */
    JobSnapshot next(JobEvent event) {
        boolean endsAgain = state == JobState.COMPLETE && event.state() == JobState.COMPLETE;
        boolean isSameEnd = endsAgain && since == event.at();
        boolean begins = begins(event);
        JobSnapshot next = new JobSnapshot(
                submitted == null ? event.submitted() : submitted,
                Sums.combined(event.submitted(), resubmitted, Math::max),
                event.run().isEmpty() ? run : event.run(),
                begins ? runs + 1 : runs,
                event.state(),
                state == event.state() && !begins && !endsAgain ? since : event.at(),
                firstSeen,
                event.at(),
                endsAgain && !isSameEnd ? null : start(event, begins),
                RunUse.EMPTY,
                event.facts().over(facts, isSameEnd),
                isSameEnd ? earlier : reported());
        return next.with(next.submitted, next.useAfter(this));
    }

    private RunUse useAfter(JobSnapshot before) {
        AllocatedResources now = held();
        AllocatedResources then = before.held();
        boolean ends = endsRunOf(before);
        RunUse last = ends ? RunUse.EMPTY : before.use;
        if (!ends && Objects.equals(now, then)) {
            return last;
        }
        RunUse left = ends || then == null ? last : last.ceased(then, at);
        return now == null ? left : new RunUse(left.past, at);
    }

    /** Returns true if the run of {@code before} has ended in this state, or if another payer pays for the rest of the run. */
    boolean endsRunOf(JobSnapshot before) {
        return isComplete()
                || state.isWaiting()
                || (!before.run.isEmpty() && !before.run.equals(run))
                || !payer().equals(before.payer())
                || !facts.bank().equals(before.facts.bank())
                || before.use.past.size() >= RunUse.MAX;
    }

    @Nullable
    AllocatedResources held() {
        if (!state.isAllocated() && !state.isReserved()) {
            return null;
        }
        AllocatedResources held = AllocatedResources.reported(
                facts.processors(),
                facts.nodes(),
                facts.gpus(),
                facts.memoryMiB(),
                facts.billed().tres(),
                facts.partition(),
                facts.billed().qos());
        return held.isEmpty() ? null : held;
    }

    /** User who pays, or UNKNOWN. */
    String payer() {
        return facts.user().isEmpty() ? PseudoUsers.UNKNOWN : facts.user();
    }

    /** Returns the job with the submission time that identifies its charges, and with this use. */
    JobSnapshot with(@Nullable Long name, RunUse other) {
        return Objects.equals(submitted, name) && other.equals(use)
                ? this
                : new JobSnapshot(
                        name, resubmitted, run, runs, state, since, firstSeen, at, start, other, facts, earlier);
    }

    private boolean begins(JobEvent event) {
        return event.state().isInRun() && (!state.isInRun() || isOtherRun(event));
    }

    /** Returns true if the event names another run than the newest one. */
    boolean isOtherRun(JobEvent event) {
        return !event.run().isEmpty() && !run.isEmpty() && !event.run().equals(run);
    }

    private @Nullable Long start(JobEvent event, boolean begins) {
        if (event.state().isWaiting()) {
            return null;
        }
        if (begins) {
            return event.at();
        }
        return start == null && event.state() != JobState.COMPLETE ? (Long) event.at() : start;
    }

    /** Returns the use of all runs together, measured by the scheduler. */
    public ReportedUse reported() {
        return earlier.plus(facts.reported());
    }

    /** Start of the job: actual once it has started; expected by the scheduler while pending; null otherwise. */
    public @Nullable Long startTime() {
        return state == JobState.PENDING ? facts.expectedStart() : start;
    }

    /** End of the job: actual once it has ended; expected by the scheduler while it has resources; null otherwise. */
    public @Nullable Long endTime() {
        if (state == JobState.COMPLETE) {
            return since;
        }
        if (state.isWaiting()) {
            return null;
        }
        if (facts.expectedEnd() != null) {
            return facts.expectedEnd();
        }
        Long limit = facts.timeLimitMinutes();
        return start == null || limit == null || limit > (Bounds.LATEST - start) / MINUTE
                ? null
                : (Long) (start + limit * MINUTE);
    }

    public boolean isComplete() {
        return state == JobState.COMPLETE;
    }

    /**
     * Resources held by a run so far, for the present payers.
     *
     * @param past resources held before, one part for each different set of resources, in the order of first use
     * @param since time since which it holds the present resources, milliseconds since 1970; undefined while it holds none
     */
    public record RunUse(List<Part> past, long since) {
        public static final RunUse EMPTY = new RunUse(List.of(), 0);

        /** Maximum number of different sets of resources stored for a run; at the limit the run is booked as if it had ended. */
        private static final int MAX = 32;

        public RunUse {
            past = List.copyOf(past);
        }

        /** Resources held since an instant, milliseconds since 1970, for a total of {@code millis}, possibly with interruptions. */
        public record Part(AllocatedResources held, long since, long millis) {
            /** Returns the end of the part without interruptions. */
            long until() {
                return since + millis;
            }
        }

        /** Returns the use after {@code held} was released at an instant. */
        RunUse ceased(AllocatedResources held, long at) {
            List<Part> parts = new ArrayList<>(past);
            int known = 0;
            while (known < parts.size() && !parts.get(known).held().equals(held)) {
                known++;
            }
            if (known == parts.size()) {
                parts.add(new Part(held, since, at - since));
            } else {
                Part before = parts.get(known);
                parts.set(known, new Part(held, before.since(), before.millis() + at - since));
            }
            return new RunUse(parts, at);
        }
    }

    /**
     * Counts of the jobs in the job table, and of each user's jobs that failed immediately.
     *
     * <p>"In the event that we have too many entries, there will probably be a multitude of bad jobs that fail right away for a particular
     * user. We want to eliminate those entries first" (SLURM's design of 2002). Mutable; one owner.
     */
    public static final class JobCensus {
        /** Maximum length of a run that counts as an immediate failure, milliseconds. */
        static final long INSTANT = 5_000;

        /** Minimum number of immediate failures of one user that counts as a flood. */
        static final int FLOOD = 10;

        private static final Set<String> HARMLESS = Set.of("COMPLETED", "CANCELLED");

        private final TreeMap<String, Integer> failures;
        private long rows;

        public JobCensus() {
            this(0, Collections.emptySortedMap());
        }

        /**
         * @param rows number of jobs in the table
         * @param failures number of immediate failures by user
         */
        public JobCensus(long rows, SortedMap<String, Integer> failures) {
            this.rows = rows;
            this.failures = new TreeMap<>(failures);
        }

        public long rows() {
            return rows;
        }

        public SortedMap<String, Integer> failures() {
            return Collections.unmodifiableSortedMap(failures);
        }

        /** Counts a change of a row; null means no row. */
        public void changes(@Nullable JobSnapshot before, @Nullable JobSnapshot after) {
            count(before, -1);
            count(after, 1);
        }

        private void count(@Nullable JobSnapshot job, int change) {
            if (job != null) {
                rows += change;
                if (failedAtOnce(job)) {
                    failures.merge(job.facts().user(), change, (old, more) -> old + more == 0 ? null : old + more);
                }
            }
        }

        private static boolean failedAtOnce(JobSnapshot job) {
            String outcome = job.facts().outcome();
            Long start = job.start();
            return job.isComplete()
                    && outcome != null
                    && !HARMLESS.contains(outcome)
                    && (start == null || job.since() - start <= INSTANT);
        }

        public record Finished(String key, int flood, long end) {
            /** Order of removal: jobs of the largest flood first, then those that ended first. */
            public static final Comparator<Finished> FIRST = Comparator.comparingInt(Finished::flood)
                    .reversed()
                    .thenComparingLong(Finished::end)
                    .thenComparing(Finished::key);
        }

        public Finished finished(String key, JobSnapshot job) {
            int failed = failedAtOnce(job) ? failures.getOrDefault(job.facts().user(), 0) : 0;
            return new Finished(key, failed >= FLOOD ? failed : 0, job.since());
        }
    }
}
