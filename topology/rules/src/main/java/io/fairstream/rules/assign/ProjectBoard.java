package io.fairstream.rules.assign;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.assign.ScorePolicy.HighestBalance;
import io.fairstream.rules.assign.ScorePolicy.HighestBalance.TargetBalance;
import io.fairstream.rules.assign.ScorePolicy.RecentShare;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All participating projects, and the states of projects and apps; the projects of each host are chosen from it. Mutable; one owner.
 *
 * <p>Each report of a host compares all projects, so there are at most {@value #MAX}.
 */
public final class ProjectBoard {
    public static final int MAX = 1000;

    /** In the order of their names, so that sums over all projects do not depend on the order of arrival. */
    private final TreeMap<String, Project> projects = new TreeMap<>();

    /** By project, then by target. */
    private final Map<String, SortedMap<String, TargetState>> states = new HashMap<>();

    /** Returns the rejection of a project beyond the maximum number, or null if it can be added. */
    public @Nullable Rejection refusal(Project project) {
        return hasRoomFor(project.project())
                ? null
                : Rejection.of(Reason.NUMBER_IMPOSSIBLE, "projects", MAX + 1, "at most " + MAX)
                        .about("project", project.project());
    }

    /** Returns true if a project participates or can be added. */
    public boolean hasRoomFor(String name) {
        return projects.size() < MAX || projects.containsKey(name);
    }

    /** Adds or replaces a project; null removes it. Returns true if it is new, so that the states of its targets are still unknown. */
    public boolean decide(String name, @Nullable Project project) {
        if (project == null) {
            projects.remove(name);
            states.remove(name);
            return false;
        }
        return projects.put(name, project) == null;
    }

    /** Stores the state of a target, a project or project/app; null removes it. States of projects that do not participate are ignored. */
    public void update(String target, @Nullable TargetState state) {
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

    public Collection<Project> projects() {
        return Collections.unmodifiableCollection(projects.values());
    }

    /**
     * Creates a policy that compares projects by their balances. An allocation that starts later does not count yet, and work done before
     * its start is not charged to it.
     *
     * @param at the instant at which they are compared, milliseconds since 1970 UTC; a balance known only at a later instant counts with
     *     its value at that instant
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
     * Creates a policy that compares projects by their shares of recent work.
     *
     * @param at the instant at which they are compared, milliseconds since 1970 UTC
     * @param days number of UTC days that count, the last one that of the instant
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
