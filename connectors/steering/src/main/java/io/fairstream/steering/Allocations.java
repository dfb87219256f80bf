package io.fairstream.steering;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Allocations of banks and of users in them, found by the end of their paths. Schedulers know no paths: {@code
 * physics/alice} is the end of {@code /root/physics/alice} where they know a user in a bank, {@code alice} where they
 * know only users.
 */
public final class Allocations {
    /** No allocation at all: nothing is held, and what was held is released. */
    public static final Allocations NONE = new Allocations(List.of());

    private final Map<String, List<Allocation>> byEnd = new HashMap<>();

    private Allocations(Collection<Allocation> allocations) {
        for (Allocation allocation : allocations) {
            String[] names = allocation.path().split("/", -1);
            String last = names[names.length - 1];
            add(last, allocation);
            if (names.length > 1) {
                add(names[names.length - 2] + "/" + last, allocation);
            }
        }
    }

    /** State of an allocation, and of jobs to which some apply. */
    public enum State {
        /** Something is left, or nothing follows. */
        LEFT,
        /** Spent: new jobs are ordered after all others. */
        LOWER,
        /** Perhaps spent: jobs are left as they are. */
        UNCLEAR,
        /** Spent: new jobs are held. */
        HOLD
    }

    /**
     * Allocation of a bank or of a user in it.
     *
     * @param path names after slashes, such as {@code /root/physics}
     * @param amount the balance with its unit
     */
    public record Allocation(String path, State state, String amount) {}

    public static Allocations of(Collection<Allocation> allocations) {
        return new Allocations(allocations);
    }

    private void add(String end, Allocation allocation) {
        byEnd.computeIfAbsent(end, key -> new ArrayList<>()).add(allocation);
    }

    public boolean isEmpty() {
        return byEnd.isEmpty();
    }

    /**
     * Returns the state of jobs to which all these ends apply: the last of the states of the ends. An end of several
     * paths has the first of their states, since the scheduler does not say which one is meant; it is unclear if one of
     * them is and nothing is left of the others.
     */
    State state(Collection<String> ends) {
        return ends.stream()
                .map(end -> state(byEnd.getOrDefault(end, List.of())))
                .max(Comparator.naturalOrder())
                .orElse(State.LEFT);
    }

    private static State state(List<Allocation> allocations) {
        Set<State> states = EnumSet.noneOf(State.class);
        allocations.forEach(allocation -> states.add(allocation.state()));
        boolean isUnclear = states.contains(State.UNCLEAR) && !states.contains(State.LEFT);
        return isUnclear
                ? State.UNCLEAR
                : states.stream().min(Comparator.naturalOrder()).orElse(State.LEFT);
    }

    /** Returns the allocations at these ends that give them this state, for people, by path. */
    String spent(Collection<String> ends, State state) {
        TreeSet<String> spent = new TreeSet<>();
        for (String end : ends) {
            List<Allocation> own = byEnd.getOrDefault(end, List.of());
            if (state(own) == state) {
                own.forEach(allocation -> spent.add(allocation.path() + " (" + allocation.amount() + ")"));
            }
        }
        return String.join(", ", spent);
    }

    /** Returns the paths of spent allocations that hold and are at none of the ends. */
    List<String> spentElsewhere(Collection<String> ends) {
        TreeSet<String> elsewhere = new TreeSet<>();
        byEnd.values()
                .forEach(own -> own.forEach(allocation -> {
                    if (allocation.state() == State.HOLD) {
                        elsewhere.add(allocation.path());
                    }
                }));
        for (String end : ends) {
            byEnd.getOrDefault(end, List.of()).forEach(allocation -> elsewhere.remove(allocation.path()));
        }
        return List.copyOf(elsewhere);
    }
}
