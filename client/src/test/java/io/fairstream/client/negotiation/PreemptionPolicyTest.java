package io.fairstream.client.negotiation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.negotiation.PreemptionPolicy.Party;
import io.fairstream.client.negotiation.PreemptionPolicy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreemptionPolicyTest {
    private static final Instant NOW = SlotScene.NOW;

    /** {@code name EUP holds [min=floor] [in=group:quota:use]}. */
    private static Party party(String text) {
        String[] words = text.strip().split(" +", -1);
        double floor = 0;
        String group = Group.ROOT;
        double quota = 0;
        double use = 0;
        for (String word : List.of(words).subList(3, words.length)) {
            String[] option = word.split("[=:]", -1);
            if (option[0].equals("min")) {
                floor = Double.parseDouble(option[1]);
            } else {
                group = option[1];
                quota = Double.parseDouble(option[2]);
                use = Double.parseDouble(option[3]);
            }
        }
        return new Party(
                words[0], Double.parseDouble(words[1]), Double.parseDouble(words[2]), floor, group, quota, use);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a 1 0 | b 2 9 | 4x60 | BY_PRIORITY | after an hour, to a better priority",
                "a 1 0 | b 2 9 | 4x59 | TOO_YOUNG | a minute earlier",
                "a 1 0 | b 1.2 9 | 4x60 | MARGIN | more than 20 % better, not 20 %",
                "a 1 0 | b 1.21 9 | 4x60 | BY_PRIORITY | a little more",
                "a 2 0 | b 1 9 | 4x60 | MARGIN | worse",
                "a 1 0 | a 1 9 | 4x60 | SAME_CUSTOMER | nobody preempts themselves",
                "a 1 0 | a 1 9 | 4x60^a=9 | SAME_CUSTOMER | for no preference",
                "a 1 0 | b 2 9 min=5 | 4x60 | BY_PRIORITY | down to the floor",
                "a 1 0 | b 2 9 min=6 | 4x60 | FLOOR | not below",
                "a 1 0 in=p:10:0 | b 2 9 in=q:10:14 | 4x60 | BY_PRIORITY | a group beyond its quota",
                "a 1 0 in=p:10:0 | b 2 9 in=q:10:13 | 4x60 | QUOTA | within it",
                "a 1 0 in=q:10:9 | b 2 9 in=q:10:9 | 4x60 | BY_PRIORITY | among members of a group",
                "a 9 0 | b 2 9 min=9 | 4x1^a=1 | BY_RANK | the machine prefers the submitter",
                "a 1 0 | b 2 9 | 4x60^b=1 | RANK | or the holder",
            })
    void judges(String submitter, String holder, String slot, Verdict verdict, String reason) {
        String[] parts = slot.split("x", 2);
        String[] held = parts[1].split("\\^", 2);
        String name = holder.strip().split(" ", 2)[0];
        String text = "1x" + parts[0] + "@" + name + ":" + held[0] + (held.length > 1 ? "^" + held[1] : "");
        Slot one = SlotScene.slots(text).get(0);
        Instant since = NOW.minus(Duration.ofMinutes(Long.parseLong(held[0])));
        assertEquals(
                verdict, PreemptionPolicy.BY_PRIORITY.judge(party(submitter), party(holder), one, since, NOW), reason);
    }

    @Test
    void eachPartOfThePolicyCanBeLeftOut() {
        Slot slot = SlotScene.slots("1x4@b:60").get(0);
        Party submitter = party("a 1 0 in=p:10:0");
        Party holder = party("b 2 9 min=6 in=q:10:13");
        Instant since = NOW.minus(Duration.ofMinutes(60));
        Map<PreemptionPolicy, Verdict> verdicts = Map.of(
                PreemptionPolicy.RANK_ONLY,
                Verdict.NOT_BY_PRIORITY,
                new PreemptionPolicy(true, Duration.ofHours(1), 1.2, true, true),
                Verdict.FLOOR,
                new PreemptionPolicy(true, Duration.ofHours(1), 1.2, false, true),
                Verdict.QUOTA,
                new PreemptionPolicy(true, Duration.ofHours(1), 1.2, false, false),
                Verdict.BY_PRIORITY,
                new PreemptionPolicy(true, Duration.ofHours(2), 1.2, false, false),
                Verdict.TOO_YOUNG,
                new PreemptionPolicy(true, Duration.ofHours(1), 2, false, false),
                Verdict.MARGIN);
        verdicts.forEach((policy, verdict) ->
                assertEquals(verdict, policy.judge(submitter, holder, slot, since, NOW), policy.toString()));
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertEquals(
                "preemption margin: 0.9 (expected: 1 or more)",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new PreemptionPolicy(true, Duration.ZERO, 0.9, true, true))
                        .getMessage());
        assertEquals(
                "minimum run time: PT-1S (expected: 0 or more)",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new PreemptionPolicy(true, Duration.ofSeconds(-1), 1, true, true))
                        .getMessage());
    }

    @Test
    void nobodyMayTakeBackAtOnceWhatWasTaken() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            Party one =
                    party("a " + (0.5 + random.nextDouble()) + " " + random.nextInt(20) + " min=" + random.nextInt(9));
            Party other = party("b " + (0.5 + random.nextDouble()) + " " + random.nextInt(20));
            PreemptionPolicy policy =
                    new PreemptionPolicy(true, Duration.ZERO, 1 + random.nextInt(3) * 0.2, random.nextBoolean(), true);
            Slot slot = Slot.free("s", 1);
            boolean there = policy.judge(one, other, slot, NOW, NOW).isAllowed();
            boolean back = policy.judge(other, one, slot, NOW, NOW).isAllowed();
            assertFalse(there && back, one + " and " + other);
        }
    }

    /** A pool that never has a free slot, priorities that follow the use, a negotiation every five minutes for three days. */
    @Test
    void aPoolInCompetitionSettlesInsteadOfThrashing() {
        Map<String, Double> priorities = new HashMap<>(Map.of("a", 0.5, "b", 0.5, "c", 0.5));
        Map<String, Double> factors = Map.of("a", 1.0, "b", 4.0, "c", 1.0);
        List<Slot> slots = new ArrayList<>(SlotScene.slots("60x1@a:0"));
        List<Integer> preemptionsPerDay = new ArrayList<>(List.of(0, 0, 0));
        Duration cycle = Duration.ofMinutes(5);
        Instant now = NOW;
        for (int i = 0; i < 3 * 288; i++) {
            WeightsInUse holders = WeightsInUse.of(slots);
            priorities.replaceAll((name, priority) -> Math.max(
                    0.5, priority * Math.pow(2, -1 / 12.0) + (1 - Math.pow(2, -1 / 12.0)) * holders.weight(name)));
            List<Submitter> submitters = factors.entrySet().stream()
                    .map(factor -> Submitter.of(
                            factor.getKey(), priorities.getOrDefault(factor.getKey(), 0.5) * factor.getValue(), 99))
                    .toList();
            Matching matching = new Negotiation(NegotiationRules.DEFAULT.withSeed(i))
                    .match(slots, submitters, List.of(), ConcurrencyLimits.DEFAULT, PreemptionPolicy.BY_PRIORITY, now);
            for (Match match : matching.matches()) {
                int index = Integer.parseInt(match.slot().substring(1));
                slots.set(index, slots.get(index).heldBy(match.submitter(), now));
            }
            preemptionsPerDay.set(
                    i / 288, preemptionsPerDay.get(i / 288) + matching.matches().size());
            now = now.plus(cycle);
        }
        assertTrue(preemptionsPerDay.get(0) >= 30, "the pool is divided: " + preemptionsPerDay);
        assertTrue(preemptionsPerDay.get(2) <= 3, "and then stays so: " + preemptionsPerDay);
        WeightsInUse end = WeightsInUse.of(slots);
        assertEquals(2, end.weight("a") / end.weight("b"), 0.3, "use goes with 1/sqrt(factor): " + end);
    }
}
