package io.fairstream.rules.assign;

import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.assign.ScorePolicy.HighestBalance;
import io.fairstream.rules.assign.ScorePolicy.HighestBalance.TargetBalance;
import io.fairstream.rules.assign.ScorePolicy.RecentShare;
import io.fairstream.rules.balance.Allocation;
import io.fairstream.rules.balance.Allocation.Balance;
import io.fairstream.rules.balance.ProjectAccount.TargetState;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All projects that take part, and where they and their apps stand: what the projects of any host are chosen from. Mutable; one owner.
 *
 * <p>Each report of a host compares all of them, so there are at most {@value #MAX}.
 */
public final class ProjectBoard {
    /** Most projects that take part at a time. */
    public static final int MAX = 1000;

    /** In the order of their names, so that sums over all do not depend on who came first. */
    private final TreeMap<String, Project> projects = new TreeMap<>();

    /** By project, then by target. */
    private final Map<String, SortedMap<String, TargetState>> states = new HashMap<>();

    /** The refusal of one more project when there are as many as can take part, or null if this one can. */
    public @Nullable Rejection refusal(Project project) {
        return hasRoomFor(project.project())
                ? null
                : new Rejection(
                        Reason.NUMBER_IMPOSSIBLE,
                        String.format(
                                "projects: %d (expected: at most %d), project %s",
                                MAX + 1, MAX, Names.shown(project.project())));
    }

    /** Returns true if a project takes part or still can. */
    public boolean hasRoomFor(String name) {
        return projects.size() < MAX || projects.containsKey(name);
    }

    /**
     * A project takes part, or, when null, no longer.
     *
     * @return whether it is one more, of whose targets nothing is known yet
     */
    public boolean decide(String name, @Nullable Project project) {
        if (project == null) {
            projects.remove(name);
            states.remove(name);
            return false;
        }
        return projects.put(name, project) == null;
    }

    /**
     * A target, a project or project/app, stands so, or, when null, there is nothing to tell any more. Those of a project that does not
     * take part are not kept.
     */
    public void stands(String target, @Nullable TargetState state) {
        String project = Allocation.project(target);
        if (!projects.containsKey(project)) {
            return;
        }
        if (state != null) {
            states.computeIfAbsent(project, any -> new TreeMap<>()).put(target, state);
        } else {
            states.computeIfPresent(project, (any, targets) -> {
                targets.remove(target);
                return targets.isEmpty() ? null : targets;
            });
        }
    }

    /** The projects that take part. */
    public Collection<Project> projects() {
        return Collections.unmodifiableCollection(projects.values());
    }

    /**
     * Compares projects by what they are owed. An allocation that starts later does not count yet, nor is what is done until then
     * charged to it.
     *
     * @param at the instant at which they are compared, milliseconds since 1970 UTC; a balance that is known later only counts as it is
     *     then
     */
    public ScorePolicy byBalance(long at) {
        Map<String, TargetBalance> best = new HashMap<>();
        for (String project : projects.keySet()) {
            for (TargetState state : targets(project).values()) {
                Balance balance = state.balance();
                if (balance != null && balance.allocation().start() <= at) {
                    double amount = balance.at(Math.max(at, balance.asOf())).amount();
                    best.merge(project, new TargetBalance(state.target(), amount), ProjectBoard::larger);
                }
            }
        }
        return new HighestBalance(best);
    }

    private static TargetBalance larger(TargetBalance first, TargetBalance second) {
        return second.amount() > first.amount() ? second : first;
    }

    /**
     * Compares projects by their shares of what was done lately.
     *
     * @param at the instant at which they are compared, milliseconds since 1970 UTC
     * @param days how many UTC days count, the last of them that of the instant
     */
    public ScorePolicy byRecentWork(long at, int days) {
        long today = UtcDays.day(at);
        Map<String, Double> recent = new HashMap<>();
        for (String project : projects.keySet()) {
            TargetState state = targets(project).get(project);
            if (state != null) {
                recent.put(project, state.done(today - days + 1, today));
            }
        }
        return new RecentShare(projects.values(), recent);
    }

    private SortedMap<String, TargetState> targets(String project) {
        return states.getOrDefault(project, Collections.emptySortedMap());
    }
}
