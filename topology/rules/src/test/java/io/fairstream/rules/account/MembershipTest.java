package io.fairstream.rules.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MembershipTest {
    private static final String ALICE = "physics.theory.alice@pool";
    private static final Groups PHYSICS = Groups.of(List.of("physics"));
    private static final Groups THEORY = Groups.of(List.of("physics", "physics.theory"));

    private final Membership alice = new Membership();

    @Test
    void withoutGroupsNothingIsPassedOn() {
        assertEquals(List.of(), alice.move(ALICE, Groups.NONE, 0));
        assertNull(alice.passOn(ALICE, new Entry.Use(10, 1, 4, 10)));
    }

    @Test
    void aMembersUseIsTheGroupsOwnAndAGroupsUseIsItsParentsSubtrees() {
        Entry.Use use = new Entry.Use(10, 1, 4, 10);
        alice.move(ALICE, THEORY, 10);
        assertEquals(new Membership.Charge("physics.theory", use), alice.passOn(ALICE, use));
        Membership theory = new Membership();
        theory.move("physics.theory", THEORY, 10);
        assertEquals(
                new Membership.Charge("physics", new Entry.SubtreeUse(10, 1, 4, 10)),
                theory.passOn("physics.theory", use));
    }

    @Test
    void whatIsInUseMovesToTheGroupThatWasConfigured() {
        alice.move(ALICE, PHYSICS, 5);
        alice.passOn(ALICE, new Entry.Use(10, 1, 4, 10));
        alice.passOn(ALICE, new Entry.Use(20, 1, 0.5, 20));
        assertEquals(
                List.of(
                        new Membership.Charge("physics", new Entry.Use(100, -2, -4.5, 100)),
                        new Membership.Charge("physics.theory", new Entry.Use(100, 2, 4.5, 100))),
                alice.move(ALICE, THEORY, 100));
        assertEquals(List.of(), alice.move(ALICE, THEORY, 200), "once");
        assertEquals("physics.theory", alice.snapshot().group());
    }

    @Test
    void whatAGroupPassedOnIsTakenBackAsItWasWhenItIsNoGroupAnyMore() {
        Membership theory = new Membership();
        theory.move("physics.theory", THEORY, 5);
        theory.passOn("physics.theory", new Entry.Use(10, 3, 6, 10));
        assertEquals(
                List.of(
                        new Membership.Charge("physics", new Entry.SubtreeUse(100, -3, -6, 100)),
                        new Membership.Charge(Groups.ROOT, new Entry.Use(100, 3, 6, 100))),
                Membership.of(theory.snapshot()).move("physics.theory", PHYSICS, 100));
        Membership again = Membership.of(new Membership.Snapshot(Groups.ROOT, 3, 6, 0));
        assertEquals(
                List.of(
                        new Membership.Charge(Groups.ROOT, new Entry.Use(200, -3, -6, 200)),
                        new Membership.Charge("physics", new Entry.SubtreeUse(200, 3, 6, 200))),
                again.move("physics.theory", THEORY, 200));
    }

    @Test
    void theFirstGroupsGetWhatIsInUseBefore() {
        alice.move(ALICE, Groups.NONE, 5);
        alice.passOn(ALICE, new Entry.Use(10, 1, 4, 10));
        Membership restarted = Membership.of(alice.snapshot());
        assertEquals(
                List.of(new Membership.Charge("physics", new Entry.Use(50, 1, 4, 50))),
                restarted.move(ALICE, PHYSICS, 50));
        assertEquals(
                List.of(new Membership.Charge("physics", new Entry.Use(60, -1, -4, 60))),
                Membership.of(restarted.snapshot()).move(ALICE, Groups.NONE, 60));
    }

    @Test
    void nothingInUseMovesNothing() {
        alice.move(ALICE, PHYSICS, 5);
        alice.passOn(ALICE, new Entry.Use(10, 1, 0.1, 10));
        alice.passOn(ALICE, new Entry.Use(20, -1, -0.1, 10));
        assertTrue(alice.isIdle());
        assertEquals(List.of(), alice.move(ALICE, THEORY, 100));
    }
}
