package io.fairstream.rules.ledger.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What follows from a run of events in order: the jobs of one number, one after the other, and what they are charged. */
final class JobTimeline {
    private final List<AllocationCharge> charges = new ArrayList<>();
    private final List<HoldingCharge> holdings = new ArrayList<>();
    private final List<EnergyCharge> energies = new ArrayList<>();
    private final Map<Optional<Long>, JobStatement> statements = new LinkedHashMap<>();
    private final Map<Optional<Long>, JobEnd> ends = new LinkedHashMap<>();
    private final @Nullable String problem;
    private final List<JobSnapshot> standings = new ArrayList<>();
    private @Nullable JobSnapshot newest;

    /**
     * @param first the newest job before the first event, or null
     */
    JobTimeline(@Nullable JobSnapshot first, List<JobEvent> events) {
        List<List<JobSnapshot>> jobs = new ArrayList<>();
        problem = follow(first, events, jobs);
        if (problem == null) {
            for (int i = 0; i < jobs.size(); i++) {
                boolean isContinued = i == 0 && first != null;
                charge(jobs.get(i), isContinued, i + 1 < jobs.size() ? jobs.get(i + 1) : null);
            }
        }
    }

    /** The standings of each job, one after each event; those of the first job begin with {@code first}. */
    private static @Nullable String follow(
            @Nullable JobSnapshot first, List<JobEvent> events, List<List<JobSnapshot>> jobs) {
        JobSnapshot current = first;
        if (first != null) {
            jobs.add(new ArrayList<>(List.of(first)));
        }
        for (JobEvent event : events) {
            JobTransition step = JobTransition.after(current, event);
            current = step.standing();
            if (current == null) {
                return step.problem();
            }
            if (step.isNewJob()) {
                jobs.add(new ArrayList<>(2));
            }
            jobs.get(jobs.size() - 1).add(current);
        }
        return null;
    }

    /**
     * Charges one job from its begin to its end, or to the submission of the next, which it cannot outlast.
     *
     * @param isContinued whether the first standing is from before and charged already
     */
    private void charge(List<JobSnapshot> job, boolean isContinued, @Nullable List<JobSnapshot> next) {
        JobSnapshot last = job.get(job.size() - 1);
        Long name = isContinued ? job.get(0).submitted() : last.submitted();
        JobSnapshot before = isContinued ? job.get(0) : null;
        for (JobSnapshot standing : isContinued ? job.subList(1, job.size()) : job) {
            JobSnapshot known = standing.known(name);
            standings.add(known);
            change(before, known, standing.at());
            before = known;
        }
        if (next != null) {
            change(before, null, end(last, next.get(0)));
        }
        newest = last.known(name);
        statements.put(Optional.ofNullable(name), JobStatement.of(newest));
        JobEnd end = JobEnd.of(newest);
        if (end != null) {
            ends.put(Optional.ofNullable(name), end);
        }
    }

    private void change(@Nullable JobSnapshot from, @Nullable JobSnapshot to, long at) {
        Holding.change(Holding.of(from), Holding.of(to), at, charges);
        HoldingCharge.change(from, to, at, holdings);
        EnergyCharge.change(from, to, energies);
    }

    private static long end(JobSnapshot last, JobSnapshot next) {
        long submitted = next.submitted() == null ? next.firstSeen() : next.submitted();
        return Math.max(last.at(), Math.min(submitted, next.firstSeen()));
    }

    /** Why an event is impossible where it stands, or null. */
    @Nullable
    String problem() {
        return problem;
    }

    /** The newest job after so many of the events, under the name that it has after all. */
    JobSnapshot after(int count) {
        return standings.get(count - 1);
    }

    @Nullable
    JobSnapshot newest() {
        return newest;
    }

    /** The charges that turn what was charged for {@code old} into what holds here, the positive ones first. */
    List<AllocationCharge> chargesSince(JobTimeline old) {
        List<AllocationCharge> added = new ArrayList<>(charges);
        List<AllocationCharge> changes = new ArrayList<>();
        for (AllocationCharge charged : old.charges) {
            if (!added.remove(charged)) {
                changes.add(charged.negated());
            }
        }
        changes.addAll(added);
        changes.sort(Comparator.comparingInt(charge -> -charge.allocated() - charge.reserved()));
        return changes;
    }

    /** As {@link #chargesSince}, for users in banks: what begins comes first. */
    List<HoldingCharge> holdingsSince(JobTimeline old) {
        List<HoldingCharge> added = new ArrayList<>(holdings);
        List<HoldingCharge> changes = new ArrayList<>();
        for (HoldingCharge charged : old.holdings) {
            if (!added.remove(charged)) {
                changes.add(charged.negated());
            }
        }
        changes.addAll(added);
        changes.sort(Comparator.comparingInt(charge -> -charge.holdings()));
        return changes;
    }

    /** As {@link #chargesSince}, of energy: what takes back comes last. */
    List<EnergyCharge> energiesSince(JobTimeline old) {
        List<EnergyCharge> added = new ArrayList<>(energies);
        List<EnergyCharge> changes = new ArrayList<>();
        for (EnergyCharge charged : old.energies) {
            if (!added.remove(charged)) {
                changes.add(charged.negated());
            }
        }
        changes.addAll(0, added);
        return changes;
    }

    /** The statements that are others than those of {@code old}. */
    List<JobStatement> statementsSince(JobTimeline old) {
        List<JobStatement> changes = new ArrayList<>();
        statements.forEach((name, statement) -> {
            if (!statement.equals(old.statements.get(name))) {
                changes.add(statement);
            }
        });
        old.statements.forEach((name, statement) -> {
            if (!statements.containsKey(name)) {
                changes.add(statement.withdrawn());
            }
        });
        return changes;
    }

    /** The ends of jobs that are others than those of {@code old}, which are taken back. */
    List<JobEnd.Change> endsSince(JobTimeline old) {
        Set<Optional<Long>> names = new LinkedHashSet<>(old.ends.keySet());
        names.addAll(ends.keySet());
        List<JobEnd.Change> changes = new ArrayList<>();
        names.forEach(name -> addChange(old.ends.get(name), ends.get(name), changes));
        return changes;
    }

    /** Adds what changed when a job had one end, or null, and has another, or null. */
    static void addChange(@Nullable JobEnd before, @Nullable JobEnd now, List<JobEnd.Change> changes) {
        if (!Objects.equals(before, now)) {
            if (before != null) {
                changes.add(new JobEnd.Change(before, -1));
            }
            if (now != null) {
                changes.add(new JobEnd.Change(now, 1));
            }
        }
    }
}
