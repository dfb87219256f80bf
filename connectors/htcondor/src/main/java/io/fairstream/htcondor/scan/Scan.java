package io.fairstream.htcondor.scan;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One look at all slots of a pool, as HTCondor's CheckMatches takes it, as events. Each slot was as listed when the
 * collector heard of it, and a match on a slot that is not listed is over since the newest of these times. So the same
 * listing always gives the same events, and a match that began after a slot was heard of is not broken.
 *
 * @param observed of the slots that are listed
 * @param vanished of the slots that are not, but were matched
 * @param nameless slots that are claimed by nobody who is named, which are left as they are
 */
public record Scan(List<MatchEvent> observed, List<MatchEvent> vanished, long nameless) {
    public Scan {
        observed = List.copyOf(observed);
        vanished = List.copyOf(vanished);
    }

    /**
     * Looks.
     *
     * @param pool the slots'; empty for the only one
     * @param at when the slots were as listed; null for when each was heard of
     * @param now where neither is known
     * @param matched the slots of the pool that are matched as far as is known
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
