package io.fairstream.steering;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** State of an allocation: {@code SPENT} holds new jobs, {@code UNCLEAR} leaves them as they are. */
    public enum State {
        LEFT,
        SPENT,
        UNCLEAR
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
     * Returns the state of jobs to which all these ends apply: spent if one of the ends is. An end of several paths is
     * spent only if each of them is, since the scheduler does not say which one is meant.
     */
    State state(Collection<String> ends) {
        State state = State.LEFT;
        for (String end : ends) {
            State own = state(byEnd.getOrDefault(end, List.of()));
            if (own == State.SPENT) {
                return own;
            }
            state = own == State.UNCLEAR ? own : state;
        }
        return state;
    }

    private static State state(List<Allocation> allocations) {
        State state = allocations.isEmpty() ? State.LEFT : State.SPENT;
        for (Allocation allocation : allocations) {
            if (allocation.state() == State.LEFT) {
                return State.LEFT;
            }
            state = allocation.state() == State.UNCLEAR ? State.UNCLEAR : state;
        }
        return state;
    }

    /** Returns the spent allocations at these ends for people, by path. */
    String spent(Collection<String> ends) {
        TreeSet<String> spent = new TreeSet<>();
        for (String end : ends) {
            List<Allocation> own = byEnd.getOrDefault(end, List.of());
            if (state(own) == State.SPENT) {
                own.forEach(allocation -> spent.add(allocation.path() + " (" + allocation.amount() + ")"));
            }
        }
        return String.join(", ", spent);
    }

    /** Returns the paths of spent allocations that are at none of the ends. */
    List<String> spentElsewhere(Collection<String> ends) {
        TreeSet<String> elsewhere = new TreeSet<>();
        byEnd.values()
                .forEach(own -> own.forEach(allocation -> {
                    if (allocation.state() == State.SPENT) {
                        elsewhere.add(allocation.path());
                    }
                }));
        for (String end : ends) {
            byEnd.getOrDefault(end, List.of()).forEach(allocation -> elsewhere.remove(allocation.path()));
        }
        return List.copyOf(elsewhere);
    }
}
