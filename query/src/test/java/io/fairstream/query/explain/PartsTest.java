package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.explain.Explanation.Charged;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Edit;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times are days from 2 March 2026 on, and the half-life is a day: what adds 8 today adds 4 tomorrow, and 2 the day after. */
class PartsTest {
    private static final long DAY = 86_400_000;
    private static final long BEGIN = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final HalfLife HALF_LIFE = new HalfLife(86_400);

    private static long day(String text) {
        return BEGIN + Math.round(Double.parseDouble(text) * DAY);
    }

    /** {@code slot1 8 from 0 to 1}, a weight of 8 in use; without {@code to} it still is. */
    private static List<Charged<Match>> uses(String text) {
        List<Charged<Match>> uses = new ArrayList<>();
        for (String use : text.split(", ", -1)) {
            String[] words = use.split(" ", -1);
            double weight = Double.parseDouble(words[1]);
            Match match = new Match(words[0], day(words[3]), true);
            uses.add(new Charged<>(new RateChange(match.since(), 1, weight, match.since()), match));
            if (words.length > 4) {
                uses.add(new Charged<>(new RateChange(day(words[5]), -1, -weight, match.since()), match));
            }
        }
        return uses;
    }

    private static Explained explained(
            Explanation<Match> parts, List<Charged<Match>> uses, @Nullable Instant known, double late) {
        Priority row = Priority.newBuilder()
                .setCustomer("ann")
                .setRealPriority(1)
                .setEffectivePriority(1)
                .setPriorityFactor(1)
                .setFactorSource(FactorSource.DEFAULT)
                .setLeases(List.of())
                .setResourcesInUse(0)
                .setWeightInUse(0)
                .setAccumulatedUsage(0)
                .setWeightedAccumulatedUsage(0)
                .setAsOf(Instant.ofEpochMilli(parts.at()))
                .setHalfLifeSeconds(86_400)
                .setGroup(false)
                .build();
        return new Explained(new Journal(row, uses, Map.of(), List.of(), null), parts, null, known, late);
    }

    private static String text(List<Part> parts) {
        return parts.stream()
                .map(part -> (part.match() == null ? part.word() : part.match().thing()) + " " + part.priority() + " "
                        + part.later())
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
        # uses; the day asked about; uses and others, each with what it adds then and a day later, if all open uses go on
        a 8 from 0 to 1             | 1 | a 4.0 2.0          | floor 0.25 0.125             | a day of 8 adds 8 x (1 - 1/2), on the floor of 0.5 that decays
        a 8 from 0 to 1             | 2 | a 2.0 1.0          | floor 0.125 0.0625           | half of that a day later
        a 8 from 0 to 1             | 3 | a 1.0 0.5          | floor 0.0625 0.03125         | and so on
        a 8 from 0                  | 1 | a 4.0 2.0          | floor 0.25 0.125, future 0.0 4.0 | an open use adds as much again in the next day
        a 8 from 0                  | 2 | a 6.0 3.0          | floor 0.125 0.0625, future 0.0 4.0 | 8 x (1 - 1/4)
        a 8 from 0 to 1, b 4 from 1 | 2 | b 2.0 1.0, a 2.0 1.0 | floor 0.125 0.0625, future 0.0 2.0 | of equals the newer comes first
        a 8 from 0 to 1, b 6 from 1 | 2 | b 3.0 1.5, a 2.0 1.0 | floor 0.125 0.0625, future 0.0 3.0 | the largest comes first
        a 8 from 0 to 1             | 5 | a 0.25 0.125       | floor 0.25 0.375             | 1/4 + 1/64 is less than the floor, which lifts it
        """)
    void usesDecayOnTheFloorOnWhichTheAccountBegan(String uses, String at, String shown, String others, String why) {
        List<Charged<Match>> all = uses(uses);
        Explanation<Match> parts = Explanation.of(all, List.of(), HALF_LIFE, day(at));
        Parts of = Parts.of(explained(parts, all, null, 0), Grouping.MATCH);
        assertEquals(shown, text(of.uses()), why);
        assertEquals(others, text(of.others()), why);
        assertEquals(
                of.later(),
                Stream.concat(of.uses().stream(), of.others().stream())
                        .mapToDouble(Part::later)
                        .sum(),
                1e-12,
                "the parts a day later add up");
    }

    @ParameterizedTest(name = "set on day {0} to {1}: {4}")
    @CsvSource(delimiter = '|', textBlock = """
        # day of the edit, its priority; uses and others on day 2 of 8 on day 0 and 4 since
        0 | 16 | b 2.0 1.0, a 2.0 1.0 | set 4.0 2.0, future 0.0 2.0 | in place of the floor
        1 | 16 | b 2.0 1.0, a 0.0 0.0 | set 8.0 4.0, future 0.0 2.0 | what was used before counts no more
        2 | 16 | b 0.0 0.0, a 0.0 0.0 | set 16.0 8.0, future 0.0 2.0 | nor does anything else
        3 | 16 | b 2.0 1.0, a 2.0 1.0 | floor 0.125 0.0625, future 0.0 2.0 | an edit to come does not count
        """)
    void aSetPriorityCutsThePastOff(String day, double value, String shown, String others, String why) {
        List<Charged<Match>> uses = uses("a 8 from 0 to 1, b 4 from 1");
        List<Edit> edits = List.of(new Edit(day(day), "eve", new Edit.SetPriority(value)));
        Explanation<Match> parts = Explanation.of(uses, edits, HALF_LIFE, day("2"));
        Parts of = Parts.of(explained(parts, uses, null, 0), Grouping.MATCH);
        assertEquals(shown, text(of.uses()), why);
        assertEquals(others, text(of.others()), why);
    }

    @ParameterizedTest(name = "since day {0}, published {1}: {4}")
    @CsvSource(delimiter = '|', textBlock = """
        # since when entries are kept, priority on day 2; uses and others of 4 since day 1
        1 | 4.125 | b 2.0 1.0 | earlier 2.125 1.0625, future 0.0 2.0 | the rest is from before
        1 | 2.25  | b 2.0 1.0 | floor 0.25 0.125, future 0.0 2.0     | nothing is: the account began then
        """)
    void whatDeletedEntriesAddedIsAPart(String known, double published, String shown, String others, String why) {
        List<Charged<Match>> uses = uses("b 4 from 1");
        Explanation<Match> parts = Explanation.ofWhatIsKept(
                uses,
                List.of(),
                HALF_LIFE,
                day(known),
                Explained.EARLIER,
                new Explanation.Published(day("2"), published, 1, 4, 0));
        Parts of = Parts.of(explained(parts, uses, Instant.ofEpochMilli(day(known)), 0), Grouping.MATCH);
        assertEquals(shown, text(of.uses()), why);
        assertEquals(others, text(of.others()), why);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        0     | floor 0.25 0.125
        0.25  | late 0.25 0.125, floor 0.25 0.125
        -0.25 | late -0.25 -0.125, floor 0.25 0.125
        """)
    void whatCameTooLateIsAPart(double late, String others) {
        List<Charged<Match>> uses = uses("a 8 from 0 to 1");
        Explanation<Match> parts = Explanation.of(uses, List.of(), HALF_LIFE, day("1"));
        assertEquals(
                others,
                text(Parts.of(explained(parts, uses, null, late), Grouping.MATCH)
                        .others()));
    }
}
