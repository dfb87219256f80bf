package io.fairstream.htcondor.match;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of one scan of all slots of a pool, as in HTCondor's CheckMatches. The event of a listed slot has the time of the
 * collector's last update. A match on a slot that is not listed ends at the newest of these times. Therefore the same listing
 * always gives the same events, and a match that began after a slot's update is not ended.
 *
 * @param observed events of listed slots
 * @param vanished events of slots that are matched but not listed
 * @param nameless number of claimed slots without a customer; they have no event
 */
public record Scan(List<MatchEvent> observed, List<MatchEvent> vanished, long nameless) {
    public Scan {
        observed = List.copyOf(observed);
        vanished = List.copyOf(vanished);
    }

    /**
     * Converts a listing to events.
     *
     * @param pool pool of the slots; empty for the only one
     * @param at time of the listing; null for the time of each slot's last update
     * @param now time for slots for which neither is known
     * @param matched names of the pool's slots that are currently matched
     */
    public static Scan of(Listing listing, String pool, @Nullable Instant at, Instant now, Collection<String> matched) {
        List<MatchEvent> observed = new ArrayList<>();
        long nameless = 0;
        for (Slot slot : listing.slots()) {
            if (slot.isClaimed() && slot.customer() == null) {
                nameless++;
            } else {
                observed.add(new MatchEvent(slot.name(), pool, at(slot, at, now), observed(slot)));
            }
        }
        Instant newest = newest(listing, at, now);
        Observed gone = new Observed(ObservedState.VANISHED, null, 1.0, false);
        List<MatchEvent> vanished = matched.stream()
                .filter(name -> !listing.has(name))
                .sorted()
                .map(name -> new MatchEvent(name, pool, newest, gone))
                .toList();
        return new Scan(observed, vanished, nameless);
    }

    private static Observed observed(Slot slot) {
        boolean claimed = slot.isClaimed();
        return new Observed(slot.state(), claimed ? slot.customer() : null, slot.weight(), claimed && slot.suspended());
    }

    private static Instant at(Slot slot, @Nullable Instant at, Instant now) {
        if (at != null) {
            return at;
        }
        return slot.heard() == null ? now : slot.heard();
    }

    private static Instant newest(Listing listing, @Nullable Instant at, Instant now) {
        return listing.slots().stream()
                .map(slot -> at(slot, at, now))
                .max(Instant::compareTo)
                .orElse(at == null ? now : at);
    }
}
