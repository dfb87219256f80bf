package io.fairstream.rules.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The matches that follow from a run of events in order. */
final class Timeline {
    private final List<FinishedMatch> finished = new ArrayList<>();
    private final @Nullable OpenMatch held;

    /**
     * @param first the match held before the first event
     */
    Timeline(@Nullable OpenMatch first, List<MatchEvent> events) {
        OpenMatch current = first;
        for (MatchEvent event : events) {
            Transition step = event.after(current);
            current = step.held();
            if (step.finished() != null) {
                finished.add(step.finished());
            }
        }
        held = current;
    }

    @Nullable
    OpenMatch held() {
        return held;
    }

    /** The entries that turn what was entered for {@code old} into what holds here, the positive ones first. */
    List<MatchCharge> entriesSince(Timeline old) {
        List<MatchCharge> added = entries();
        List<MatchCharge> changes = new ArrayList<>();
        for (MatchCharge entered : old.entries()) {
            if (!removeSame(added, entered)) {
                changes.add(entered.negated());
            }
        }
        changes.addAll(added);
        changes.sort(Comparator.comparingInt(entry -> -entry.resources()));
        return changes;
    }

    private List<MatchCharge> entries() {
        List<MatchCharge> entries = new ArrayList<>(2 * finished.size() + 1);
        for (FinishedMatch match : finished) {
            entries.add(MatchCharge.begin(match.match()));
            entries.add(MatchCharge.end(match));
        }
        if (held != null) {
            entries.add(MatchCharge.begin(held));
        }
        return entries;
    }

    private static boolean removeSame(List<MatchCharge> entries, MatchCharge wanted) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).isSameUse(wanted)) {
                entries.remove(i);
                return true;
            }
        }
        return false;
    }

    /**
     * The records that correct those written for {@code old}.
     *
     * @param revisions the last revision by start where it is not simply 1 for a finished match; brought up to date
     */
    List<RevisedMatch> recordsSince(Timeline old, Map<Long, Integer> revisions) {
        Map<Long, FinishedMatch> written = old.byStart();
        List<RevisedMatch> records = new ArrayList<>();
        byStart().forEach((start, match) -> {
            FinishedMatch before = written.remove(start);
            if (!match.equals(before)) {
                records.add(revised(match, before != null, revisions));
            }
        });
        written.forEach((start, match) ->
                records.add(revised(new FinishedMatch(match.match(), start, EndedBy.WITHDRAWN), true, revisions)));
        return records;
    }

    private static RevisedMatch revised(FinishedMatch match, boolean wasWritten, Map<Long, Integer> revisions) {
        long start = match.match().start();
        int revision = revisions.getOrDefault(start, wasWritten ? 1 : 0) + 1;
        revisions.put(start, revision);
        return new RevisedMatch(match, revision);
    }

    private Map<Long, FinishedMatch> byStart() {
        Map<Long, FinishedMatch> byStart = new LinkedHashMap<>();
        finished.forEach(match -> byStart.put(match.match().start(), match));
        return byStart;
    }
}
