package io.fairstream.client.negotiation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The part of a pie that each user gets, and why no more; see {@link Scene} for the words. */
class NegotiationTest {

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a 5 0+999; b 10 0+999; c 20 0+999 | 70 | a 40 SHARE; b 20 SHARE; c 10 SHARE | inverse ratio of the EUPs (the manual's example)",
                "a 5 10+999; b 10 4+999; c 20 0+999 | 70 | a 30 SHARE; b 16 SHARE; c 10 SHARE | what is held counts",
                "a 5 0+10; b 10 0+999; c 20 0+999 | 70 | a 10 SATISFIED; b 40 SHARE; c 20 SHARE | what one cannot use is repartitioned",
                "a 5 0+10; b 10 0+5; c 20 0+999 | 70 | a 10 SATISFIED; b 5 SATISFIED; c 55 SHARE | until the pie is gone",
                "a 5 0+10; b 10 0+5; c 20 0+20 | 70 | a 10 SATISFIED; b 5 SATISFIED; c 20 SATISFIED | or the demand",
                "a 1 0+10; b 1 0+80; c 1 0+80 | 90 | a 10 SATISFIED; b 40 SHARE; c 40 SHARE | two equals share what a third leaves",
                "a 1 60+50; b 1 0+50; c 1 0+50 | 90 | a 0 OVER_SHARE; b 15 SHARE; c 15 SHARE | who holds more than the share gets nothing",
                "a 1 60+50; b 1 0+5; c 1 0+5 | 90 | a 20 SHARE; b 5 SATISFIED; c 5 SATISFIED | unless others leave it",
                "a 1 60+50; b 1 30+50 | 90 | a 0 POOL_FULL; b 0 POOL_FULL | nothing free",
                "a 1 60+0; b 1 0+50 | 90 | a 0 NO_DEMAND; b 30 SHARE | who wants nothing keeps what is held",
                "a 1 0+50 skip; b 1 0+90 | 90 | a 0 SKIPPED; b 90 SATISFIED | left out",
                "a 1 0+50 max=20; b 1 0+90 | 90 | a 20 CEILING; b 70 SHARE | a ceiling",
                "a 1 25+50 max=20; b 1 0+90 | 90 | a 0 CEILING; b 65 SHARE | a ceiling that is exceeded already",
                "a 1 15.5+50 max=20; b 1 0+9 | 90 | a 4.5 CEILING; b 9 SATISFIED | a ceiling holds to the last fraction",
                "a 100 0+50 min=30; b 1 0+90 | 90 | a 30 SHARE; b 60 SHARE | a floor",
                "a 100 0+50 min=10; b 1 0+5 | 90 | a 50 SATISFIED; b 5 SATISFIED | a floor is no ceiling",
                "a 100 25+50 min=30; b 1 0+90 | 90 | a 5 SHARE; b 60 SHARE | a floor is what is held in the end",
                "a 100 40+50 min=30; b 1 0+90 | 90 | a 0 OVER_SHARE; b 50 SHARE | and not given on top",
                "a 100 0+3 min=30; b 1 0+90 | 90 | a 3 SATISFIED; b 87 SHARE | for who wants it",
                "a 100 0+50 min=30 max=20; b 1 0+90 | 90 | a 20 CEILING; b 70 SHARE | below the ceiling",
                "a 2 0+90 min=60; b 1 0+90 min=90; c 1 0+9 | 90 | a 30 SHARE; b 60 SHARE; c 0 OVER_SHARE | floors share a pool too small for them",
                "a 5e10 0+999; b 5 0+50; c 5 0+999 | 90 | a 0 SHARE; b 45 SHARE; c 45 SHARE | a nice user next to busy ones",
                "a 5e10 0+999; b 5 0+50; c 5 0+10 | 90 | a 30 SHARE; b 50 SATISFIED; c 10 SATISFIED | gets leftovers",
                "a 5e10 0+999; a2 10e10 0+999; c 5 0+10 | 40 | a 20 SHARE; a2 10 SHARE; c 10 SATISFIED | which nice users share exactly",
            })
    void dividesAPie(String submitters, double pool, String awards, String reason) {
        Scene scene = Scene.of(submitters, "");
        assertEquals(awards, scene.awards(scene.divide(pool, NegotiationRules.DEFAULT)), reason);
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a 1 60+50; b 1 30+50 | 90 | 0; 15 | 15; 0 | who holds more than is due gives way",
                "a 1 60+50; b 1 10+50 | 90 | 0; 15 | 15; 0 | what is free comes first",
                "a 1 60+50; b 1 30+5 | 90 | 0; 5 | 5; 0 | to what is wanted only",
                "a 1 90+50; b 9 0+50 | 90 | 0; 9 | 9; 0 | in proportion to priorities",
                "a 1 45+50; b 1 45+50 | 90 | 0; 0 | 0; 0 | nobody is owed anything",
                "a 1 90+0 min=80; b 1 0+50 | 90 | 0; 10 | 10; 0 | a floor is not taken",
                "a 1 50+0; b 1 40+9 skip | 90 | 0; 0 | 0; 0 | who is skipped claims nothing",
            })
    void saysWhoMayTakeFromWhom(String submitters, double pool, String claims, String excesses, String reason) {
        Scene scene = Scene.of(submitters, "");
        NegotiationResult allocation = scene.divide(pool, NegotiationRules.DEFAULT);
        List<NegotiationResult.Award> awards = scene.inOrder(allocation);
        assertEquals(claims, Scene.list(awards, NegotiationResult.Award::claim), reason);
        assertEquals(excesses, Scene.list(awards, NegotiationResult.Award::excess), reason);
        NegotiationResult without = scene.divide(pool, NegotiationRules.DEFAULT.withPreemption(false));
        assertEquals("0; 0", Scene.list(scene.inOrder(without), NegotiationResult.Award::claim), "without preemption");
    }

    @Test
    void withoutPreemptionOnlyThoseWithDemandDivide() {
        Scene scene = Scene.of("a 1 30+0; b 1 0+50; c 1 0+50", "");
        NegotiationResult all = scene.divide(90, NegotiationRules.DEFAULT);
        assertEquals("0.3333; 0.3333; 0.3333", Scene.list(scene.inOrder(all), NegotiationResult.Award::share));
        NegotiationResult some = scene.divide(90, NegotiationRules.DEFAULT.withPreemption(false));
        assertEquals("0; 0.5; 0.5", Scene.list(scene.inOrder(some), NegotiationResult.Award::share));
        assertEquals("0; 45; 45", Scene.list(scene.inOrder(some), NegotiationResult.Award::limit));
        assertEquals("a 0 NO_DEMAND; b 30 SHARE; c 30 SHARE", scene.awards(some));
    }

    @Test
    void whatOthersHoldIsNotFree() {
        Scene scene = Scene.of("a 1 10+50; b 1 10+50", "");
        NegotiationResult allocation =
                new Negotiation(NegotiationRules.DEFAULT).divide(new Pool(90, 30), scene.submitters(), scene.groups());
        assertEquals(40, allocation.free());
        assertEquals("a 20 SHARE; b 20 SHARE", scene.awards(allocation));
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a 7 0+1; b 5 0+1; c 6 0+1 | b c a | best priority first",
                "a 5 0+1; b 5 0+1 job=3; c 5 0+1 job=1 | b c a | among equals the best job",
                "a 5 20+1; b 5 0+1; c 5 9+1 | b c a | then the most starved",
            })
    void listsSubmittersInTheOrderInWhichTheyPick(String submitters, String order, String reason) {
        List<String> names = Scene.of(submitters, "").divide(90, NegotiationRules.DEFAULT).awards().stream()
                .map(NegotiationResult.Award::submitter)
                .toList();
        assertEquals(order, String.join(" ", names), reason);
    }

    @Test
    void anotherSeedIsAnotherLot() {
        Scene scene = Scene.of("a 5 0+1; b 5 0+1", "");
        long first = LongStream.range(0, 100)
                .filter(seed -> scene.divide(90, NegotiationRules.DEFAULT.withSeed(seed))
                        .awards()
                        .get(0)
                        .submitter()
                        .equals("a"))
                .count();
        assertEquals(50.0, (double) first, 20.0, "how often of 100 one of two equals is first");
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a 0 0+1 | '' | effective priority of a: 0.0 (expected: above 0)",
                "a NaN 0+1 | '' | effective priority of a: NaN (expected: above 0)",
                "a 1 0+-1 | '' | demand of a: -1.0 (expected: 0 or more)",
                "a 1 -1+0 | '' | weight in use of a: -1.0 (expected: 0 or more)",
                "a 1 0+1 max=-1 | '' | ceiling of a: -1.0 (expected: 0 or more)",
                "a 1 0+1; a 1 0+1 | '' | submitter: a (expected: once)",
                "a 1 0+1 in=x | p 5 | group: x (expected: one of [<none>, p]), submitter a",
                "a 1 0+1 | p.q 5 | group: p.q (expected: the group above it, p, too)",
                "a 1 0+1 | p 5; p 6 | group: p (expected: once)",
                "a 1 0+1 | <none> 5 | 'group: \"<none>\" (expected: names separated by dots, not <none>)'",
                "a 1 0+1 | p 101% | dynamic quota: 1.01 (expected: 0 to 1)",
            })
    void refusesWhatMakesNoSense(String submitters, String groups, String message) {
        var refused = assertThrows(
                IllegalArgumentException.class,
                () -> Scene.of(submitters, groups).divide(90, NegotiationRules.DEFAULT));
        assertEquals(message, refused.getMessage());
    }
}
