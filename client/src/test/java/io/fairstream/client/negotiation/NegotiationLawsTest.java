package io.fairstream.client.negotiation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Laws that hold for any division, over random pools; a failure prints the pool. */
class NegotiationLawsTest {
    private static final int POOLS = 1500;
    private static final double EXACT = 1e-9;
    private static final Negotiation NEGOTIATION = new Negotiation(NegotiationRules.DEFAULT);

    /** A pool and who wants it. */
    private record Case(double weight, List<Submitter> submitters, List<Group> groups) {
        NegotiationResult divide() {
            return NEGOTIATION.divide(Pool.of(weight), submitters, groups);
        }

        double tolerance() {
            return EXACT * Math.max(1, weight);
        }
    }

    private static Case pool(Random random, int size) {
        List<Submitter> submitters = RandomPools.submitters(random, size);
        double used = submitters.stream().mapToDouble(Submitter::weightInUse).sum();
        return new Case(used + random.nextInt(40 * size), submitters, List.of());
    }

    private static Case poolWithGroups(Random random, int size) {
        Case plain = pool(random, size);
        List<Group> groups = RandomPools.groups(random, (int) plain.weight);
        return new Case(plain.weight, RandomPools.intoGroups(random, plain.submitters, groups), groups);
    }

    private static void inRandomPools(Consumer<Case> law) {
        inRandom(NegotiationLawsTest::pool, law);
    }

    private interface Cases {
        Case random(Random random, int size);
    }

    private static void inRandom(Cases cases, Consumer<Case> law) {
        for (int seed = 0; seed < POOLS; seed++) {
            Case one = cases.random(new Random(seed), 1 + seed * 30 / POOLS);
            try {
                law.accept(one);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(e.getMessage() + "\nseed " + seed + ": " + one, e);
            }
        }
    }

    private record Awards(Map<String, NegotiationResult.Award> byName) {
        NegotiationResult.Award of(String name) {
            return Objects.requireNonNull(byName.get(name));
        }

        NegotiationResult.Award of(Submitter submitter) {
            return of(submitter.name());
        }
    }

    private static Awards awards(NegotiationResult allocation) {
        return new Awards(allocation.awards().stream()
                .collect(Collectors.toMap(NegotiationResult.Award::submitter, award -> award)));
    }

    private static double allocated(NegotiationResult allocation) {
        return allocation.awards().stream()
                .mapToDouble(NegotiationResult.Award::allocated)
                .sum();
    }

    @Test
    void whatIsGivenIsTheSmallerOfWhatIsFreeAndWhatIsWanted() {
        inRandomPools(pool -> {
            double wanted =
                    pool.submitters.stream().mapToDouble(Submitter::wanted).sum();
            NegotiationResult allocation = pool.divide();
            assertEquals(Math.min(allocation.free(), wanted), allocated(allocation), pool.tolerance());
            assertEquals(allocation.allocated(), allocated(allocation), pool.tolerance());
        });
    }

    @Test
    void nobodyExceedsDemandOrCeiling() {
        inRandom(NegotiationLawsTest::poolWithGroups, pool -> {
            Awards awards = awards(pool.divide());
            for (Submitter submitter : pool.submitters) {
                double got = awards.of(submitter).allocated();
                assertTrue(got >= 0 && got <= submitter.wanted() + pool.tolerance(), submitter.name() + " got " + got);
                double claim = awards.of(submitter).claim();
                assertTrue(got + claim <= submitter.wanted() + pool.tolerance(), submitter.name() + " claims " + claim);
            }
        });
    }

    @Test
    void nobodyHasLessThanTheFloorWhileOthersAreGivenMoreThanTheirs() {
        inRandomPools(pool -> {
            Awards awards = awards(pool.divide());
            List<String> below = new ArrayList<>();
            List<String> above = new ArrayList<>();
            for (Submitter submitter : pool.submitters) {
                double got = awards.of(submitter).allocated();
                double has = submitter.weightInUse() + got;
                if (has < submitter.floor() - pool.tolerance() && got < submitter.wanted() - pool.tolerance()) {
                    below.add(submitter.name());
                }
                if (got > pool.tolerance() && has > submitter.floor() + pool.tolerance()) {
                    above.add(submitter.name());
                }
            }
            assertTrue(below.isEmpty() || above.isEmpty(), below + " are below their floors, " + above + " above");
        });
    }

    @Test
    void equalsGetEqualShares() {
        inRandom(NegotiationLawsTest::poolWithGroups, pool -> {
            List<Submitter> doubled = new ArrayList<>(pool.submitters);
            Submitter one = pool.submitters.get(0);
            doubled.add(new Submitter(
                    "twin",
                    one.effectivePriority(),
                    one.weightInUse(),
                    one.demand(),
                    one.ceiling(),
                    one.floor(),
                    one.group(),
                    one.jobPriority(),
                    one.skipped(),
                    one.needs()));
            Collections.shuffle(doubled, new Random(1));
            Awards awards = awards(new Case(pool.weight + one.weightInUse(), doubled, pool.groups).divide());
            assertEquals(awards.of(one).allocated(), awards.of("twin").allocated(), pool.tolerance());
            assertEquals(awards.of(one).share(), awards.of("twin").share(), EXACT);
        });
    }

    @Test
    void thePriorityDecidesOnlyInProportion() {
        inRandom(NegotiationLawsTest::poolWithGroups, pool -> {
            Awards before = awards(pool.divide());
            for (double scale : new double[] {3, 1e-7, 1e7}) {
                List<Submitter> scaled = pool.submitters.stream()
                        .map(submitter -> withPriority(submitter, submitter.effectivePriority() * scale))
                        .toList();
                Awards after = awards(new Case(pool.weight, scaled, pool.groups).divide());
                before.byName.forEach((name, award) ->
                        assertEquals(award.allocated(), after.of(name).allocated(), pool.tolerance(), name));
            }
        });
    }

    private static Submitter withPriority(Submitter submitter, double priority) {
        return new Submitter(
                submitter.name(),
                priority,
                submitter.weightInUse(),
                submitter.demand(),
                submitter.ceiling(),
                submitter.floor(),
                submitter.group(),
                submitter.jobPriority(),
                submitter.skipped(),
                submitter.needs());
    }

    @Test
    void whoIsNotBoundHoldsInInverseProportionToThePriority() {
        inRandomPools(pool -> {
            Awards awards = awards(pool.divide());
            List<Double> levels = new ArrayList<>();
            for (Submitter submitter : pool.submitters) {
                NegotiationResult.Award award = awards.of(submitter);
                double has = submitter.weightInUse() + award.allocated();
                if (award.allocated() > pool.tolerance()
                        && award.stopped() == RejectReason.SHARE
                        && has > submitter.floor() + pool.tolerance()) {
                    levels.add(has * submitter.effectivePriority());
                }
            }
            levels.forEach(level -> assertEquals(1, level / levels.get(0), 1e-6, () -> "EUP x use: " + levels));
        });
    }

    @Test
    void noGroupThatAcceptsNoSurplusExceedsItsQuota() {
        inRandom(NegotiationLawsTest::poolWithGroups, pool -> {
            NegotiationResult allocation = pool.divide();
            double wanted =
                    pool.submitters.stream().mapToDouble(Submitter::wanted).sum();
            assertTrue(allocated(allocation) <= Math.min(allocation.free(), wanted) + pool.tolerance());
            for (Group group : pool.groups) {
                List<NegotiationResult.GroupAward> subtree = allocation.groups().stream()
                        .filter(row ->
                                row.group().equals(group.name()) || row.group().startsWith(group.name() + "."))
                        .toList();
                boolean regroups = pool.groups.stream().anyMatch(Group::autoregroup);
                double given = subtree.stream()
                        .mapToDouble(NegotiationResult.GroupAward::allocated)
                        .sum();
                double held = subtree.stream()
                        .mapToDouble(NegotiationResult.GroupAward::weightInUse)
                        .sum();
                double quota = allocation.groups().stream()
                        .filter(row -> row.group().equals(group.name()))
                        .mapToDouble(NegotiationResult.GroupAward::subtreeQuota)
                        .sum();
                assertTrue(
                        group.acceptsSurplus() || regroups || given <= Math.max(0, quota - held) + pool.tolerance(),
                        () -> group.name() + ": " + held + " + " + given + " of " + quota);
            }
        });
    }

    @Test
    void claimsAreBackedByWhatOthersHoldBeyondTheirDue() {
        inRandom(NegotiationLawsTest::poolWithGroups, pool -> {
            List<NegotiationResult.Award> awards = pool.divide().awards();
            double claims =
                    awards.stream().mapToDouble(NegotiationResult.Award::claim).sum();
            double excess =
                    awards.stream().mapToDouble(NegotiationResult.Award::excess).sum();
            assertTrue(claims <= excess + pool.tolerance(), claims + " claimed of " + excess);
            awards.forEach(award -> assertTrue(
                    award.claim() <= pool.tolerance() || award.excess() <= pool.tolerance(),
                    () -> award.submitter() + " both claims and owes"));
        });
    }
}
