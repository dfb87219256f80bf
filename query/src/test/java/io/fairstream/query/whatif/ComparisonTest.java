package io.fairstream.query.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Those who used something in the last day divide the pool, each in proportion to 1 / effective priority. */
class ComparisonTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    /** {@code alice 10} of the effective priority 10; {@code alice 10 26} who used nothing for 26 hours; groups begin with +. */
    private static Priority row(String text) {
        String[] words = text.split(" ", -1);
        boolean isGroup = words[0].startsWith("+");
        double priority = Double.parseDouble(words[1]);
        boolean isIdle = words.length > 2;
        return Priority.newBuilder()
                .setCustomer(words[0])
                .setRealPriority(priority / 2)
                .setEffectivePriority(priority)
                .setPriorityFactor(2)
                .setFactorSource(FactorSource.DEFAULT)
                .setLeases(List.of())
                .setResourcesInUse(isIdle ? 0 : 1)
                .setWeightInUse(isIdle ? 0 : 1)
                .setAccumulatedUsage(0)
                .setWeightedAccumulatedUsage(0)
                .setLastUsage(isIdle ? NOON.minus(Duration.ofHours(Long.parseLong(words[2]))) : NOON)
                .setAsOf(NOON)
                .setHalfLifeSeconds(86_400)
                .setGroup(isGroup)
                .build();
    }

    private static List<Priority> rows(String text) {
        return Stream.of(text.split(", ", -1)).map(ComparisonTest::row).toList();
    }

    private static List<Comparison> compare(String now, String then) {
        return Comparison.of(rows(now), rows(then), NOON, Duration.ofDays(1));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
        # effective priorities now and then; customers, who gain most first, with ranks and with shares of 9 slots now and then
        ann 10, bob 30, cy 60 | ann 10, bob 30, cy 60 | ann 1 1 6 6, bob 2 2 2 2, cy 3 3 1 1 | 1/10 : 1/30 : 1/60 is 6 : 2 : 1
        ann 10, bob 30, cy 60 | ann 60, bob 30, cy 10 | cy 3 1 1 6, bob 2 2 2 2, ann 1 3 6 1 | what one gains another loses
        ann 10, bob 10, cy 10 | ann 10, bob 20, cy 20 | ann 1 1 3 4.5, bob 1 2 3 2.25, cy 1 2 3 2.25 | equals share a rank
        ann 10, bob 20, cy 20 | ann 20, bob 20, cy 20 | bob 2 1 2.25 3, cy 2 1 2.25 3, ann 1 1 4.5 3 | and the next has the one after all of them
        ann 10, bob 10, cy 20 | ann 10, bob 10, cy 10 | cy 3 1 1.8 3, ann 1 1 3.6 3, bob 1 1 3.6 3 | two at rank 1 leave rank 3
        ann 10, bob 30 26     | ann 10, bob 10 26     | ann 1 1 9 9, bob 2 1 0 0 | who used nothing lately has a rank and no share
        ann 10, +lab 10, cy 20 | ann 10, +lab 40, cy 20 | +lab 0 0 0 0, ann 1 1 6 6, cy 2 2 3 3 | a group has neither
        """)
    void ranksAndSharesFollowFromEffectivePriorities(String now, String then, String expected, String why) {
        assertEquals(
                expected,
                compare(now, then).stream()
                        .map(line -> String.join(
                                " ",
                                line.customer(),
                                "" + line.now().rank(),
                                "" + line.then().rank(),
                                ninths(line.now()),
                                ninths(line.then())))
                        .collect(Collectors.joining(", ")),
                why);
    }

    /** A share of nine slots, without the ending of a whole number. */
    private static String ninths(Comparison.Side side) {
        double slots = Math.round(side.share() * 9e6) / 1e6;
        return slots == Math.rint(slots) ? "" + (long) slots : "" + slots;
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
        ann 10    | true  | holds something
        ann 10 23 | true  | did so 23 hours ago
        ann 10 24 | true  | a day ago is just in time
        ann 10 25 | false | a day is over
        +lab 10   | false | groups do not negotiate
        """)
    void whoDividesThePoolIsSaid(String row, boolean isNegotiating, String why) {
        assertEquals(isNegotiating, compare(row, row).get(0).isNegotiating(), why);
    }

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource(delimiter = '|', textBlock = """
        ann 10         | ann 10, bob 10 | ann
        ann 10, bob 10 | ann 10         | ann
        """)
    void onlyWhoIsInBothIsCompared(String now, String then, String customers) {
        assertEquals(
                customers, compare(now, then).stream().map(Comparison::customer).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest(name = "from {0} to {1} of 1")
    @CsvSource({"0.25, 0.75, 0.5", "0.75, 0.25, -0.5", "0.5, 0.5, 0"})
    void aGainIsAPartOfThePool(double now, double then, double gain) {
        Comparison comparison = new Comparison(
                "ann", false, true, new Comparison.Side(1, 2, 2, 1, now), new Comparison.Side(1, 2, 2, 1, then));
        assertEquals(gain, comparison.gain(), 1e-12);
    }
}
