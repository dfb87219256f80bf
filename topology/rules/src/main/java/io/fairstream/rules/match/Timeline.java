package io.fairstream.rules.match;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.match.OpenMatch.EndedBy;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import io.fairstream.rules.match.OpenMatch.Transition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The matches that result from ordered events. */
final class Timeline {
    private final List<FinishedMatch> finished = new ArrayList<>();
    private final @Nullable OpenMatch held;

    /** @param first the match held before the first event */
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

    /** Returns the charges that turn the old charges into these, positive ones first. */
    List<Charge> chargesSince(Timeline old, String resource, Cause cause) {
        List<Charge> added = charges(resource, cause);
        List<Charge> changes = new ArrayList<>();
        for (Charge charged : old.charges(resource, cause)) {
            if (!removeSame(added, charged)) {
                changes.add(charged.with(rate(charged).opposite(rate(charged).at())));
            }
        }
        changes.addAll(added);
        changes.sort(Comparator.comparingInt(charge -> -rate(charge).resources()));
        return changes;
    }

    private List<Charge> charges(String resource, Cause cause) {
        List<Charge> charges = new ArrayList<>(2 * finished.size() + 1);
        for (FinishedMatch match : finished) {
            charges.add(match.match().begun(resource, cause));
            charges.add(match.ended(resource, cause));
        }
        if (held != null) {
            charges.add(held.begun(resource, cause));
        }
        return charges;
    }

    private static boolean removeSame(List<Charge> charges, Charge wanted) {
        for (int i = 0; i < charges.size(); i++) {
            if (isSame(charges.get(i), wanted)) {
                charges.remove(i);
                return true;
            }
        }
        return false;
    }

    /** Returns true if both charges have the same content; the match id may have become known in between. */
    private static boolean isSame(Charge one, Charge other) {
        RateChange rate = rate(one);
        RateChange otherRate = rate(other);
        return one.account().equals(other.account())
                && rate.isOfSameUse(otherRate)
                && rate.resources() == otherRate.resources()
                && rate.weight() == otherRate.weight();
    }

    private static RateChange rate(Charge charge) {
        return (RateChange) charge.entry();
    }

    /**
     * Returns the records that correct those written for {@code old}.
     *
     * @param revisions last revision by start, unless it is 1 for a finished match; updated by this method
     */
    List<MatchRow> recordsSince(Timeline old, String resource, Map<Long, Integer> revisions) {
        Map<Long, FinishedMatch> written = old.byStart();
        List<MatchRow> records = new ArrayList<>();
        byStart().forEach((start, match) -> {
            FinishedMatch before = written.remove(start);
            if (!match.equals(before)) {
                records.add(revised(resource, match, before != null, revisions));
            }
        });
        written.forEach((start, match) -> records.add(
                revised(resource, new FinishedMatch(match.match(), start, EndedBy.WITHDRAWN), true, revisions)));
        return records;
    }

    private static MatchRow revised(
            String resource, FinishedMatch match, boolean wasWritten, Map<Long, Integer> revisions) {
        long start = match.match().start();
        int revision = revisions.getOrDefault(start, wasWritten ? 1 : 0) + 1;
        revisions.put(start, revision);
        return MatchRow.of(resource, match, revision);
    }

    private Map<Long, FinishedMatch> byStart() {
        Map<Long, FinishedMatch> byStart = new LinkedHashMap<>();
        finished.forEach(match -> byStart.put(match.match().start(), match));
        return byStart;
    }
}
