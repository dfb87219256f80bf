package io.fairstream.rules.match;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import io.fairstream.rules.match.OpenMatch.Transition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The matches of one resource.
 *
 * <p>Matches are computed from the events of the resource in the order of their times. Events of the same instant are applied in the order
 * of arrival, but the end of a match with an id never before its begin. The ledger stores the events, so that a late event is inserted in
 * its place and the difference is returned as corrections. The result does not depend on the order of arrival. Recent events stay in
 * memory; older ones go to {@linkplain Pages pages}.
 *
 * <p>Rules: HTCondor's Accountant, {@code AddMatch}, {@code RemoveMatch} and {@code CheckMatches} in the incremental
 * generation, with event times instead of update cycles. Mutable; one owner.
 */
public final class MatchLedger extends EventHistory<OpenMatch, MatchEvent> {
    private static final Sizes SIZES = new Sizes(8, 2, 48);

    private Map<Long, Integer> revisions;
    private @Nullable OpenMatch held;

    public MatchLedger() {
        this(null, List.of(), null, Map.of(), new Pages());
    }

    /**
     * @param base the match before the first event
     * @param events the recent events in order
     * @param held the match after the last event
     * @param revisions last written revision by start of the match, unless it is 1 for a finished match
     * @param pages pages of the older events
     */
    public MatchLedger(
            @Nullable OpenMatch base,
            List<MatchEvent> events,
            @Nullable OpenMatch held,
            Map<Long, Integer> revisions,
            Pages pages) {
        super(base, events, pages);
        this.held = held;
        this.revisions = revisions.isEmpty() ? Map.of() : new HashMap<>(revisions);
    }

    @Override
    protected Sizes sizes() {
        return SIZES;
    }

    @Override
    protected @Nullable OpenMatch after(int count) {
        return new Timeline(base(), events.subList(0, count)).held();
    }

    /** The current match, or null if the resource is free. */
    public @Nullable OpenMatch held() {
        return held;
    }

    public Map<Long, Integer> revisions() {
        return Collections.unmodifiableMap(revisions);
    }

    /** Returns true if an event of that time can be applied without loading a page. */
    public boolean isInMemory(long at) {
        return pages().isEmpty() || (!events.isEmpty() && events.get(0).at() < at);
    }

    /** Returns true if there is no current match and all events are before that time, so that this state no longer matters. */
    public boolean isQuietSince(long oldest) {
        return held == null
                && (events.isEmpty() || events.get(events.size() - 1).at() < oldest);
    }

    /**
     * Drops the revisions of matches that ended before that time, as no accepted event can change them. If a page may hold a match that
     * ends after that time, nothing is dropped until {@link #forget}.
     */
    public void forgetRevisionsBefore(long oldest) {
        if (pages().isEmpty() || (!events.isEmpty() && events.get(0).at() < oldest)) {
            List<MatchEvent> older =
                    events.stream().filter(event -> event.at() < oldest).toList();
            forgetRevisions(oldest, new Timeline(base(), older).held());
        }
    }

    /** Drops the revisions of matches that ended in a page, which is no longer stored. */
    public void forget(Page<OpenMatch, MatchEvent> dropped) {
        forgetRevisions(dropped.newest(), new Timeline(dropped.base(), dropped.events()).held());
    }

    private void forgetRevisions(long before, @Nullable OpenMatch reachingOver) {
        if (!revisions.isEmpty()) {
            revisions.keySet().removeIf(at -> at < before && !isStart(at, held) && !isStart(at, reachingOver));
        }
    }

    private static boolean isStart(long start, @Nullable OpenMatch match) {
        return match != null && match.start() == start;
    }

    /**
     * Applies an accepted event.
     *
     * @throws IllegalStateException if the event's time is not {@linkplain #isInMemory in memory}
     */
    public Outcome<Charge, MatchRow> apply(MatchEvent event, Cause cause) {
        if (!isInMemory(event.at())) {
            throw new IllegalStateException("a page must be loaded first: " + event);
        }
        int position = insertionPoint(event);
        if (isKnown(event, position)) {
            return Outcome.of(mayBeNew(event, position) ? Effect.AMBIGUOUS : Effect.DUPLICATE);
        }
        return position == events.size() ? append(event, cause) : insert(event, position, cause);
    }

    private int insertionPoint(MatchEvent event) {
        int position = position(event);
        if (event.change() instanceof MatchChange.Matched
                && !event.change().matchId().isEmpty()) {
            for (int i = position; i > 0 && events.get(i - 1).at() == event.at(); i--) {
                if (ends(events.get(i - 1), event)) {
                    position = i - 1;
                }
            }
        }
        return position;
    }

    private static boolean ends(MatchEvent earlier, MatchEvent matched) {
        return earlier.change() instanceof MatchChange.Unmatched
                && earlier.change().matchId().equals(matched.change().matchId());
    }

    /**
     * Returns true if a known event would change the state when repeated after the other events of its instant. Example: the third event of
     * matched, unmatched, matched, with a clock of whole seconds. A producer that repeats its first record sends the same three records, so
     * only an id can distinguish the cases: with an id, the event is a duplicate.
     */
    private boolean mayBeNew(MatchEvent event, int position) {
        if (!event.change().matchId().isEmpty()) {
            return false;
        }
        OpenMatch then = position == events.size() ? held : new Timeline(base(), events.subList(0, position)).held();
        return event.after(then).effect() == Effect.APPLIED;
    }

    private Outcome<Charge, MatchRow> append(MatchEvent event, Cause cause) {
        events.add(event);
        Transition step = event.after(held);
        held = step.held();
        return step.effect() == Effect.APPLIED ? changed(event.resource(), step, cause) : Outcome.of(step.effect());
    }

    private Outcome<Charge, MatchRow> changed(String resource, Transition step, Cause cause) {
        List<Charge> charges = new ArrayList<>(2);
        List<MatchRow> records = List.of();
        if (step.held() != null) {
            charges.add(step.held().begun(resource, cause));
        }
        FinishedMatch finished = step.finished();
        if (finished != null) {
            charges.add(finished.ended(resource, cause));
            records = List.of(firstRecord(resource, finished));
        }
        return Outcome.of(Effect.APPLIED, charges, records);
    }

    private MatchRow firstRecord(String resource, FinishedMatch finished) {
        long start = finished.match().start();
        int revision = revisions.getOrDefault(start, 0) + 1;
        if (revision > 1 || finished.end() == start) {
            writableRevisions().put(start, revision);
        }
        return MatchRow.of(resource, finished, revision);
    }

    /** Allocated on demand, since hardly any resource needs its own map. */
    private Map<Long, Integer> writableRevisions() {
        if (revisions.isEmpty()) {
            revisions = new HashMap<>();
        }
        return revisions;
    }

    private Outcome<Charge, MatchRow> insert(MatchEvent event, int position, Cause cause) {
        OpenMatch heldBefore = new Timeline(base(), events.subList(0, position)).held();
        Timeline old = new Timeline(heldBefore, events.subList(position, events.size()));
        Transition step = event.after(heldBefore);
        events.add(position, event);
        Timeline corrected = new Timeline(heldBefore, events.subList(position, events.size()));
        held = corrected.held();
        List<Charge> charges = corrected.chargesSince(old, event.resource(), cause);
        List<MatchRow> records = corrected.recordsSince(old, event.resource(), writableRevisions());
        if (charges.isEmpty() && records.isEmpty()) {
            return Outcome.of(step.effect() == Effect.DUPLICATE ? Effect.DUPLICATE : Effect.WITHOUT_EFFECT);
        }
        return Outcome.of(Effect.APPLIED, charges, records);
    }
}
