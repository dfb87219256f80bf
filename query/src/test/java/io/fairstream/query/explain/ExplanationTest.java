package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.query.explain.Explanation.Charged;
import io.fairstream.query.explain.Explanation.Interval;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Edit;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** By hand: the half-life is a day, so after each day a part counts half. */
class ExplanationTest {
    private static final long DAY = 86_400_000;
    private static final long HOUR = 3_600_000;
    private static final HalfLife ONE_DAY = new HalfLife(86_400);
    private static final double EXACT = 1e-12;

    @Test
    void aMatchThatEndedFadesAndSoDoesTheFloorOnWhichTheAccountBegan() {
        Explanation<String> explained = explain(2, List.of(), List.of(begin("slot1", 0, 8), end("slot1", 1, 0, 8)));
        assertEquals(2, contribution("slot1", explained), EXACT, "8 x (1/2 - 1/4)");
        assertEquals(0.125, explained.begunLeft(), EXACT, "0.5 / 4");
        assertEquals(0, explained.liftedLeft());
        assertEquals(2.125, explained.sum(), EXACT);
        assertEquals(2.125, explained.state().realPriority(), EXACT);
    }

    @Test
    void whatTheFloorLiftsIsAPart() {
        Explanation<String> idle = explain(1, List.of(), List.of(begin("slot1", 0, 0.25)));
        assertEquals(0.125, contribution("slot1", idle), EXACT, "0.25 x 1/2");
        assertEquals(0.25, idle.begunLeft(), EXACT);
        assertEquals(0.125, idle.liftedLeft(), EXACT, "up to 0.5");
        idle.moveOn(2 * DAY);
        assertEquals(0.1875, contribution("slot1", idle), EXACT, "0.25 x 3/4");
        assertEquals(0.1875, idle.liftedLeft(), EXACT, "half of what it was, and again 0.125");
        assertEquals(0.5, idle.sum(), EXACT);
    }

    @Test
    void aPriorityThatIsSetCutsThePastOff() {
        Explanation<String> explained = explain(
                3,
                List.of(new Edit(2 * DAY, "root", new Edit.SetPriority(10))),
                List.of(begin("slot1", 0, 8), end("slot1", 1, 0, 8), begin("slot2", 1, 4)));
        assertEquals(0, contribution("slot1", explained), "ended before");
        assertEquals(2, contribution("slot2", explained), EXACT, "4 x 1/2, from the edit on");
        assertEquals(5, explained.setLeft(), EXACT);
        assertEquals("root", Objects.requireNonNull(explained.setBy()).by());
        assertEquals(0, explained.begunLeft());
        assertEquals(7, explained.sum(), EXACT);
        assertEquals(DAY, explained.resourceMillis(stretch("slot1", explained)), "the usage stays");
    }

    @Test
    void afterADeletionTheAccountBeginsOnTheFloorAndEarlierMatchesDoNotCount() {
        Explanation<String> explained = explain(
                3,
                List.of(new Edit(DAY, "", new Edit.SetPriority(64)), new Edit(2 * DAY, "", new Edit.Delete())),
                List.of(begin("slot1", 0, 8), begin("slot2", 2, 1)));
        assertEquals(
                List.of("slot2"),
                explained.stretches().stream().map(Interval::of).toList());
        assertEquals(0.25, explained.begunLeft(), EXACT);
        assertNull(explained.setBy());
        assertEquals(0.75, explained.sum(), EXACT);
    }

    @Test
    void usageCountsFromTheLastResetAndFromTheSetValue() {
        Explanation<String> explained = explain(
                3,
                List.of(
                        new Edit(DAY, "", new Edit.ResetUsage()),
                        new Edit(2 * DAY, "", new Edit.SetAccumulatedUsage(100))),
                List.of(begin("slot1", 0, 8)));
        Interval<String> stretch = stretch("slot1", explained);
        assertEquals(2 * DAY, explained.resourceMillis(stretch));
        assertEquals(8 * DAY, explained.weightedMillis(stretch));
        assertEquals(100, explained.weightedSetTo());
        assertEquals(100 + 8 * DAY / 1000.0, explained.state().weightedAccumulatedUsage(), EXACT);
    }

    @Test
    void useInAGroupsSubtreeMovesItsPriorityAndNotItsUsage() {
        Explanation<String> explained = Explanation.of(
                List.of(
                        new Charged<>(new RateChange(0, 1, 2, 0), "members"),
                        new Charged<>(new RateChange(true, 0, 3, 6, 0), "subgroups")),
                List.of(),
                ONE_DAY,
                DAY);
        assertEquals(1, contribution("members", explained), EXACT);
        assertEquals(3, contribution("subgroups", explained), EXACT);
        assertEquals(4.25, explained.sum(), EXACT);
        assertEquals(DAY, explained.resourceMillis(stretch("members", explained)));
        assertEquals(0, explained.resourceMillis(stretch("subgroups", explained)));
        assertEquals(0, explained.weightedMillis(stretch("subgroups", explained)));
    }

    @Test
    void correctionsCancelOut() {
        Explanation<String> explained = explain(
                2,
                List.of(),
                List.of(
                        begin("slot1", 0, 8),
                        end("slot1", 2, 0, 8),
                        new Charged<>(new RateChange(2 * DAY, 1, 8, 0), "slot1"),
                        end("slot1", 1, 0, 8)));
        assertEquals(2, contribution("slot1", explained), EXACT);
        assertEquals(DAY, stretch("slot1", explained).until());
    }

    @Test
    void ofWhatIsKeptTheRestIsEarlier() {
        Explanation<String> kept = Explanation.ofWhatIsKept(
                List.of(end("slot1", 2, 0, 8), begin("slot2", 2, 4)),
                List.of(),
                ONE_DAY,
                DAY,
                new Explanation.Earlier<>("open", "below"),
                new Explanation.Published(3 * DAY, 8, 2, 5, 0));
        assertEquals(2, contribution("slot1", kept), EXACT, "8 x (1/2 - 1/4): only from where all is known");
        assertEquals(2, contribution("slot2", kept), EXACT, "4 x 1/2");
        assertEquals(0.75, contribution("open", kept), EXACT, "the row says that 1 more is in use: 1 x 3/4");
        assertEquals(3.25, kept.earlierLeft(), EXACT, "the rest of 8");
        kept.moveOn(4 * DAY);
        assertEquals(1.625, kept.earlierLeft(), EXACT);
        assertEquals(8 / 2.0 + 5 / 2.0, kept.sum(), EXACT);
    }

    @Test
    void piecesOfAStretchAddUpToIt() {
        Explanation<String> explained = explain(2, List.of(), List.of(begin("slot1", 0, 8), end("slot1", 1, 0, 8)));
        Interval<String> whole = stretch("slot1", explained);
        double pieces = explained.contribution(whole.between(-HOUR, 6 * HOUR))
                + explained.contribution(whole.between(6 * HOUR, 30 * HOUR));
        assertEquals(2, pieces, EXACT);
        assertEquals(0, explained.contribution(whole.between(30 * HOUR, 31 * HOUR)));
    }

    private static Explanation<String> explain(int days, List<Edit> edits, List<Charged<String>> uses) {
        return Explanation.of(uses, edits, ONE_DAY, days * DAY);
    }

    private static Charged<String> begin(String match, int day, double weight) {
        return new Charged<>(new RateChange(day * DAY, 1, weight, day * DAY), match);
    }

    private static Charged<String> end(String match, int day, int since, double weight) {
        return new Charged<>(new RateChange(day * DAY, -1, -weight, since * DAY), match);
    }

    private static Interval<String> stretch(String match, Explanation<String> explained) {
        List<Interval<String>> stretches = explained.stretches().stream()
                .filter(stretch -> stretch.of().equals(match))
                .toList();
        assertEquals(1, stretches.size(), match);
        return stretches.get(0);
    }

    private static double contribution(String match, Explanation<String> explained) {
        return explained.contribution(stretch(match, explained));
    }
}
