package io.fairstream.simulation.model;

import io.fairstream.schemas.EndedBy;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The matches of all resources: their events in the order of their times, one after the other. */
final class Matches {
    private final Map<String, Match> open = new TreeMap<>();
    private final Map<String, List<Match>> ended = new TreeMap<>();
    private final Set<String> unsure = new HashSet<>();

    /**
     * A match.
     *
     * @param end null while it is open
     */
    record Match(
            String pool,
            String customer,
            double weight,
            long start,
            String id,
            @Nullable Long end,
            @Nullable EndedBy by) {
        Match ended(long at, EndedBy how) {
            return new Match(pool, customer, weight, start, id, at, how);
        }

        Match named(String other) {
            return id.isEmpty() ? new Match(pool, customer, weight, start, other, end, by) : this;
        }

        boolean mayBe(String other) {
            return id.isEmpty() || other.isEmpty() || id.equals(other);
        }
    }

    /** @param chargesSuspended the setting {@code charge.suspended} */
    Matches(Taken taken, boolean chargesSuspended) {
        Map<String, List<MatchEvent>> events = new TreeMap<>();
        Map<String, Integer> instants = new TreeMap<>();
        for (Taken.One<MatchEvent> one : taken.of(Topics.MATCHES)) {
            MatchEvent event = one.value();
            if (event != null) {
                String instant = event.getResource() + " " + event.getAt();
                if (instants.merge(instant, one.partition(), (left, right) -> left.equals(right) ? left : -1) < 0) {
                    unsure.add(event.getResource());
                }
                insert(
                        events.computeIfAbsent(event.getResource(), any -> new ArrayList<>()),
                        chargesSuspended ? charged(event) : event);
            }
        }
        events.forEach(this::follow);
    }

    /** Resources of which events of one instant came in several partitions: which was first is not known. */
    Set<String> unsure() {
        return unsure;
    }

    /** The customers of a resource over time. */
    Set<String> customers(String resource) {
        Set<String> customers = new HashSet<>();
        ended.getOrDefault(resource, List.of()).forEach(match -> customers.add(match.customer()));
        Match held = open.get(resource);
        if (held != null) {
            customers.add(held.customer());
        }
        return customers;
    }

    Map<String, Match> open() {
        return open;
    }

    Map<String, List<Match>> ended() {
        return ended;
    }

    private static MatchEvent charged(MatchEvent event) {
        return event.getChange() instanceof Observed seen && seen.getSuspended()
                ? new MatchEvent(
                        event.getResource(),
                        event.getPool(),
                        event.getAt(),
                        new Observed(seen.getState(), seen.getCustomer(), seen.getSlotWeight(), false))
                : event;
    }

    /** Events of one instant count in their order of arrival, each once; a named match never ends before it begins. */
    private static void insert(List<MatchEvent> events, MatchEvent event) {
        int at = events.size();
        while (at > 0 && events.get(at - 1).getAt().isAfter(event.getAt())) {
            at--;
        }
        if (event.getChange() instanceof Matched begin && !begin.getMatchId().isEmpty()) {
            for (int i = at - 1; i >= 0 && events.get(i).getAt().equals(event.getAt()); i--) {
                if (events.get(i).getChange() instanceof Unmatched end
                        && end.getMatchId().equals(begin.getMatchId())) {
                    at = i;
                }
            }
        }
        boolean isKnown = false;
        for (int i = at - 1; i >= 0 && events.get(i).getAt().equals(event.getAt()); i--) {
            isKnown |= events.get(i).equals(event);
        }
        if (!isKnown) {
            events.add(at, event);
        }
    }

    private void follow(String resource, List<MatchEvent> events) {
        for (MatchEvent event : events) {
            long at = event.getAt().toEpochMilli();
            Object change = event.getChange();
            Match held = open.get(resource);
            if (change instanceof Matched begin) {
                begin(resource, event, begin.getCustomer(), begin.getSlotWeight(), begin.getMatchId());
            } else if (change instanceof Unmatched end) {
                if (held != null && held.mayBe(end.getMatchId())) {
                    end(resource, at, EndedBy.UNMATCHED);
                }
            } else if (change instanceof Observed seen) {
                see(resource, event, seen);
            }
        }
    }

    private void see(String resource, MatchEvent event, Observed seen) {
        long at = event.getAt().toEpochMilli();
        boolean isClaim = seen.getState() == ObservedState.CLAIMED || seen.getState() == ObservedState.PREEMPTING;
        if (isClaim && !seen.getSuspended() && seen.getCustomer() != null) {
            begin(resource, event, seen.getCustomer(), seen.getSlotWeight(), "");
        } else if (isClaim && seen.getSuspended()) {
            end(resource, at, EndedBy.SUSPENDED);
        } else if (seen.getState() == ObservedState.UNCLAIMED) {
            end(resource, at, EndedBy.UNCLAIMED);
        } else if (seen.getState() == ObservedState.VANISHED) {
            end(resource, at, EndedBy.VANISHED);
        }
    }

    private void begin(String resource, MatchEvent event, String customer, double weight, String id) {
        Match held = open.get(resource);
        if (held != null && held.customer().equals(customer) && held.mayBe(id)) {
            open.put(resource, held.named(id));
            return;
        }
        end(resource, event.getAt().toEpochMilli(), EndedBy.REMATCHED);
        open.put(
                resource,
                new Match(event.getPool(), customer, weight, event.getAt().toEpochMilli(), id, null, null));
    }

    private void end(String resource, long at, EndedBy how) {
        Match held = open.remove(resource);
        if (held != null) {
            ended.computeIfAbsent(resource, any -> new ArrayList<>()).add(held.ended(at, how));
        }
    }
}
