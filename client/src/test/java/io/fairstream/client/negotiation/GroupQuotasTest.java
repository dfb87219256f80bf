package io.fairstream.client.negotiation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups in a pool of 100; see {@link Scene} for the words. */
class GroupQuotasTest {
    private static final NegotiationRules RULES = NegotiationRules.DEFAULT;

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "p 40; q 30 | p 40/40; q 30/30; <none> 30/100 | static quotas, the root keeps the rest",
                "p 40; q 50%; r 25% | p 40/40; q 30/30; r 15/15; <none> 15/100 | dynamic ones of what static ones leave",
                "q 75%; r 75% | q 50/50; r 50/50; <none> 0/100 | fractions scaled down to the whole",
                "p 40; p.x 30; p.y 50% | p.x 30/30; p.y 5/5; p 40/40; <none> 60/100 | children of a static group; it may use all of it itself",
                "p 80; q 80; r 50% | p 80/80; q 80/80; r 0/0; <none> 0/100 | static quotas may oversubscribe the pool",
            })
    void assignsQuotas(String groups, String quotas, String reason) {
        assertEquals(quotas, quotas(Scene.of("", groups).divide(100, RULES)), reason);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "p 80; q 120; r 50% | p 40/40; q 60/60; r 0/0; <none> 0/100 | scaled down to the pool",
                "p 40; p.x 30; p.y 50 | p.x 15/15; p.y 25/25; p 0/40; <none> 60/100 | scaled down to the group above",
                "p 40; p.x 10; p.y 50% | p.x 10/10; p.y 15/15; p 15/40; <none> 60/100 | the group keeps what its children do not have",
            })
    void scalesQuotasThatMayNotOversubscribe(String groups, String quotas, String reason) {
        assertEquals(quotas, quotas(Scene.of("", groups).divide(100, RULES.withOversubscribed(false))), reason);
    }

    private static String quotas(NegotiationResult allocation) {
        return allocation.groups().stream()
                .map(group ->
                        group.group() + " " + Scene.number(group.quota()) + "/" + Scene.number(group.subtreeQuota()))
                .collect(Collectors.joining("; "));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a 1 0+99 in=p; b 1 0+99 in=q; c 1 0+99 | p 40; q 50% | a 40 GROUP_QUOTA; b 30 GROUP_QUOTA; c 30 SHARE | each within its quota",
                "a 1 0+99 in=p; b 3 0+99 in=p; c 1 0+99 | p 40; q 50% | a 30 GROUP_QUOTA; b 10 GROUP_QUOTA; c 60 SHARE | inverse ratio within the group; the root takes what a group leaves",
                "a 1 25+99 in=p; b 1 5+99 in=p; c 1 0+9 | p 40 | a 0 GROUP_QUOTA; b 10 GROUP_QUOTA; c 9 SATISFIED | what members hold counts to the quota",
                "a 1 50+99 in=p; c 1 0+9 | p 40 | a 0 GROUP_QUOTA; c 9 SATISFIED | a group over its quota",
                "a 1 0+99 in=p; c 1 0+9 | p 40 surplus | a 91 GROUP_QUOTA; c 9 SATISFIED | surplus of the root",
                "a 1 0+99 in=p; b 1 0+9 in=q | p 20; q 80 | a 20 GROUP_QUOTA; b 9 SATISFIED | no surplus for who does not accept it",
                "a 1 0+99 in=p; b 1 0+99 in=q; c 1 0+10 in=r | p 10 surplus; q 20 surplus; r 70 | a 30 GROUP_QUOTA; b 60 GROUP_QUOTA; c 10 SATISFIED | surplus by quota",
                "a 1 0+12 in=p; b 1 0+99 in=q; c 1 0+10 in=r | p 10 surplus; q 20 surplus; r 70 | a 12 SATISFIED; b 78 GROUP_QUOTA; c 10 SATISFIED | what one cannot use goes to the other",
                "a 1 0+99 in=p; b 1 0+99 in=q; c 1 0+10 in=r | p 0 surplus; q 20 surplus; r 80 | a 0 GROUP_QUOTA; b 90 GROUP_QUOTA; c 10 SATISFIED | groups without quota come after those with one",
                "a 1 0+99 in=p; b 1 0+99 in=q; c 1 0+10 in=r | p 0 surplus; q 0 surplus; r 90 | a 45 GROUP_QUOTA; b 45 GROUP_QUOTA; c 10 SATISFIED | equally among those without",
                "a 1 0+99 in=p.x; b 1 0+99 in=q | p 40; p.x 10 surplus; q 40 surplus | a 40 GROUP_QUOTA; b 60 GROUP_QUOTA | surplus stays in the subtree first, and a group that accepts none caps it",
                "a 1 0+99 in=p.x; b 1 0+99 in=p | p 40; p.x 30 | a 30 GROUP_QUOTA; b 10 GROUP_QUOTA | the quota of the subtree caps them together",
                "a 1 0+99 in=p.x; b 1 0+99 in=p.y | p 40; p.x 30; p.y 30 | a 30 GROUP_QUOTA; b 10 GROUP_QUOTA | also when its children's are more",
                "a 1 0+99 in=p; b 1 0+99 in=q; c 1 0+99 | p 20 regroup; q 20 | a 40 SHARE; b 20 GROUP_QUOTA; c 40 SHARE | members of a group that regroups try again with the whole pool",
                "a 1 0+99 in=p; b 1 0+99 in=q | p 80; q 80 | a 80 GROUP_QUOTA; b 20 SHARE | oversubscribed: the group that uses least of its quota negotiates first",
                "a 1 0+5 in=p max=3; b 1 0+99 in=q | p 40; q 20 surplus | a 3 CEILING; b 97 GROUP_QUOTA | what a ceiling forbids is not requested",
                "a 1 0+99 in=p min=30; b 1 0+99 in=q; c 1 0+99 min=20 | p 20; q 80 | a 20 GROUP_QUOTA; b 80 GROUP_QUOTA; c 0 POOL_FULL | a floor is part of the group's quota",
            })
    void dividesByGroups(String submitters, String groups, String awards, String reason) {
        Scene scene = Scene.of(submitters, groups);
        assertEquals(awards, scene.awards(scene.divide(100, RULES)), reason);
    }

    @Test
    void aClaimIsWithinTheQuota() {
        Scene scene = Scene.of("a 1 0+99 in=p; b 1 90+0 in=q; c 1 10+99", "p 40; q 40");
        NegotiationResult allocation = scene.divide(100, RULES);
        assertEquals("40; 0; 10", Scene.list(scene.inOrder(allocation), NegotiationResult.Award::claim));
        assertEquals("0; 50; 0", Scene.list(scene.inOrder(allocation), NegotiationResult.Award::excess));
    }

    @Test
    void handsOutRemaindersOfWholeSlotsInTurn() {
        Map<Long, String> turns = Map.of(0L, "34; 33; 33; 0", 1L, "33; 34; 33; 0");
        turns.forEach((servedA, entitled) -> {
            Scene scene = Scene.of(
                    "x 1 0+99 in=a; y 1 0+99 in=b; z 1 0+99 in=c",
                    "a 33.34% surplus served=" + servedA + "; b 33.33% surplus; c 33.33% surplus");
            NegotiationResult allocation = scene.divide(100, RULES.withWholeSlots(true));
            assertEquals(entitled, Scene.list(allocation.groups(), NegotiationResult.GroupAward::entitled));
            assertEquals(
                    servedA == 0 ? "a" : "b",
                    allocation.groups().stream()
                            .filter(NegotiationResult.GroupAward::remainder)
                            .map(NegotiationResult.GroupAward::group)
                            .collect(Collectors.joining()));
        });
    }
}
