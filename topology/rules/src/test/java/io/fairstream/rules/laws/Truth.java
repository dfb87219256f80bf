package io.fairstream.rules.laws;

import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange.Matched;
import io.fairstream.rules.match.MatchEvent.MatchChange.Observed;
import io.fairstream.rules.match.MatchEvent.MatchChange.Unmatched;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.EndedBy;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The matches of a history, worked out naively: everything sorted, then one pass over each resource. */
final class Truth {
    /**
     * A stretch of use by one customer.
     *
     * @param end milliseconds, or {@link Long#MAX_VALUE} while it lasts
     */
    record Stretch(String customer, double weight, long start, long end) {}

    final Map<String, OpenMatch> held = new TreeMap<>();
    final Map<String, List<FinishedMatch>> finished = new TreeMap<>();

    private Truth() {}

    static Truth of(List<MatchEvent> events) {
        Truth truth = new Truth();
        events.stream().sorted(Comparator.comparingLong(MatchEvent::at)).forEach(truth::happens);
        return truth;
    }

    private void happens(MatchEvent event) {
        if (event.change() instanceof Matched matched) {
            claim(event, matched.customer(), matched.slotWeight(), matched.matchId(), matched.matchId());
        } else if (event.change() instanceof Unmatched unmatched) {
            OpenMatch match = held.get(event.resource());
            if (match != null && mayBe(match.matchId(), unmatched.matchId())) {
                end(event, EndedBy.UNMATCHED);
            }
        } else if (event.change() instanceof Observed seen) {
            observe(event, seen);
        }
    }

    private void observe(MatchEvent event, Observed seen) {
        switch (seen.state()) {
            case MATCHED, OTHER -> {}
            case UNCLAIMED -> end(event, EndedBy.UNCLAIMED);
            case VANISHED -> end(event, EndedBy.VANISHED);
            case CLAIMED, PREEMPTING -> {
                if (seen.suspended()) {
                    end(event, EndedBy.SUSPENDED);
                } else {
                    claim(event, Objects.requireNonNull(seen.customer()), seen.slotWeight(), "", "");
                }
            }
        }
    }

    private void claim(MatchEvent event, String customer, double weight, String id, String learned) {
        OpenMatch match = held.get(event.resource());
        if (match != null && match.customer().equals(customer) && mayBe(match.matchId(), id)) {
            String name = match.matchId().isEmpty() ? learned : match.matchId();
            held.put(event.resource(), new OpenMatch(match.pool(), customer, match.slotWeight(), match.start(), name));
            return;
        }
        end(event, EndedBy.REMATCHED);
        held.put(event.resource(), new OpenMatch(event.pool(), customer, weight, event.at(), id));
    }

    private void end(MatchEvent event, EndedBy by) {
        @Nullable OpenMatch match = held.remove(event.resource());
        if (match != null) {
            finished.computeIfAbsent(event.resource(), name -> new ArrayList<>())
                    .add(new FinishedMatch(match, event.at(), by));
        }
    }

    private static boolean mayBe(String id, String other) {
        return id.isEmpty() || other.isEmpty() || id.equals(other);
    }

    /** All stretches of use, over and open. */
    List<Stretch> stretches() {
        List<Stretch> stretches = new ArrayList<>();
        finished.values()
                .forEach(matches -> matches.forEach(match -> stretches.add(stretch(match.match(), match.end()))));
        held.values().forEach(match -> stretches.add(stretch(match, Long.MAX_VALUE)));
        return stretches;
    }

    private static Stretch stretch(OpenMatch match, long end) {
        return new Stretch(match.customer(), match.slotWeight(), match.start(), end);
    }
}
