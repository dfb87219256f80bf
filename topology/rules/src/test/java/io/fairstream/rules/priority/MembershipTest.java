package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Groups.Membership;
import java.util.List;
import org.junit.jupiter.api.Test;

class MembershipTest {
    private static final String ALICE = "physics.theory.alice@pool";
    private static final Groups PHYSICS = Groups.of(List.of("physics"));
    private static final Groups THEORY = Groups.of(List.of("physics", "physics.theory"));

    private final Membership alice = new Membership();

    @Test
    void withoutGroupsNothingIsPassedOn() {
        assertEquals(List.of(), alice.move(ALICE, Groups.EMPTY, 0));
        assertNull(alice.passOn(ALICE, new RateChange(10, 1, 4, 10)));
    }

    @Test
    void aMembersUseIsTheGroupsOwnAndAGroupsUseIsItsParentsSubtrees() {
        RateChange use = new RateChange(10, 1, 4, 10);
        alice.move(ALICE, THEORY, 10);
        assertEquals(new Membership.Charge("physics.theory", use), alice.passOn(ALICE, use));
        Membership theory = new Membership();
        theory.move("physics.theory", THEORY, 10);
        assertEquals(
                new Membership.Charge("physics", new RateChange(true, 10, 1, 4, 10)),
                theory.passOn("physics.theory", use));
    }

    @Test
    void whatIsInUseMovesToTheGroupThatWasConfigured() {
        alice.move(ALICE, PHYSICS, 5);
        alice.passOn(ALICE, new RateChange(10, 1, 4, 10));
        alice.passOn(ALICE, new RateChange(20, 1, 0.5, 20));
        assertEquals(
                List.of(
                        new Membership.Charge("physics", new RateChange(100, -2, -4.5, 100)),
                        new Membership.Charge("physics.theory", new RateChange(100, 2, 4.5, 100))),
                alice.move(ALICE, THEORY, 100));
        assertEquals(List.of(), alice.move(ALICE, THEORY, 200), "once");
        assertEquals("physics.theory", alice.group());
    }

    @Test
    void theFirstGroupsGetWhatIsInUseBefore() {
        alice.move(ALICE, Groups.EMPTY, 5);
        alice.passOn(ALICE, new RateChange(10, 1, 4, 10));
        Membership restarted = restarted(alice);
        assertEquals(
                List.of(new Membership.Charge("physics", new RateChange(50, 1, 4, 50))),
                restarted.move(ALICE, PHYSICS, 50));
        assertEquals(
                List.of(new Membership.Charge("physics", new RateChange(60, -1, -4, 60))),
                restarted(restarted).move(ALICE, Groups.EMPTY, 60));
    }

    @Test
    void whatIsTakenFromAGroupIsOfTheKindThatItWasCharged() {
        Membership theory = new Membership();
        theory.move("physics.theory", THEORY, 5);
        theory.passOn("physics.theory", new RateChange(10, 1, 4, 10));
        assertEquals(
                List.of(
                        new Membership.Charge("physics", new RateChange(true, 100, -1, -4, 100)),
                        new Membership.Charge(Groups.ROOT, new RateChange(100, 1, 4, 100))),
                theory.move("physics.theory", PHYSICS, 100),
                "no longer a group");
        assertEquals(
                List.of(
                        new Membership.Charge(Groups.ROOT, new RateChange(200, -1, -4, 200)),
                        new Membership.Charge("physics", new RateChange(true, 200, 1, 4, 200))),
                theory.move("physics.theory", THEORY, 200),
                "a group again");
    }

    @Test
    void theEndOfWhatMovedPairsWithTheMove() {
        alice.move(ALICE, PHYSICS, 5);
        alice.passOn(ALICE, new RateChange(10, 1, 4, 10));
        alice.move(ALICE, THEORY, 100);
        Membership restarted = restarted(alice);
        assertEquals(
                new Membership.Charge("physics.theory", new RateChange(200, -1, -4, 100)),
                restarted.passOn(ALICE, new RateChange(200, -1, -4, 10)));
        assertEquals(
                new Membership.Charge("physics.theory", new RateChange(300, 1, 2, 300)),
                restarted.passOn(ALICE, new RateChange(300, 1, 2, 300)),
                "a match made later");
        assertEquals(
                new Membership.Charge("physics.theory", new RateChange(20, 1, 2, 20)),
                restarted.passOn(ALICE, new RateChange(20, 1, 2, 20)),
                "a late one");
    }

    @Test
    void nothingInUseMovesNothing() {
        alice.move(ALICE, PHYSICS, 5);
        alice.passOn(ALICE, new RateChange(10, 1, 0.1, 10));
        alice.passOn(ALICE, new RateChange(20, -1, -0.1, 10));
        assertTrue(alice.isIdle());
        assertEquals(List.of(), alice.move(ALICE, THEORY, 100));
    }

    private static Membership restarted(Membership kept) {
        return new Membership(kept.group(), kept.charged(), kept.moved());
    }
}
