package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Groups.Membership;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MembershipTest {
    private static final String ALICE = "physics.theory.alice@pool";
    private static final Groups PHYSICS = Groups.of(List.of("physics"));
    private static final Groups THEORY = Groups.of(List.of("physics", "physics.theory"));

    private final Membership alice = new Membership();

    @Test
    void withoutGroupsNothingIsPassedOn() {
        assertEquals(List.of(), move(alice, ALICE, Groups.EMPTY, 0));
        assertNull(alice.passOn(ALICE, new RateChange(10, 1, 4, 10)));
    }

    @Test
    void aMembersUseIsTheGroupsOwnAndAGroupsUseIsItsParentsSubtrees() {
        RateChange use = new RateChange(10, 1, 4, 10);
        move(alice, ALICE, THEORY, 10);
        assertEquals(new Passed("physics.theory", use), passOn(alice, ALICE, use));
        Membership theory = new Membership();
        move(theory, "physics.theory", THEORY, 10);
        assertEquals(new Passed("physics", new RateChange(true, 10, 1, 4, 10)), passOn(theory, "physics.theory", use));
    }

    @Test
    void whatIsInUseMovesToTheGroupThatWasConfigured() {
        move(alice, ALICE, PHYSICS, 5);
        passOn(alice, ALICE, new RateChange(10, 1, 4, 10));
        passOn(alice, ALICE, new RateChange(20, 1, 0.5, 20));
        assertEquals(
                List.of(
                        new Passed("physics", new RateChange(100, -2, -4.5, 100)),
                        new Passed("physics.theory", new RateChange(100, 2, 4.5, 100))),
                move(alice, ALICE, THEORY, 100));
        assertEquals(List.of(), move(alice, ALICE, THEORY, 200), "once");
        assertEquals("physics.theory", alice.group());
    }

    @Test
    void theFirstGroupsGetWhatIsInUseBefore() {
        move(alice, ALICE, Groups.EMPTY, 5);
        passOn(alice, ALICE, new RateChange(10, 1, 4, 10));
        Membership restarted = restarted(alice);
        assertEquals(List.of(new Passed("physics", new RateChange(50, 1, 4, 50))), move(restarted, ALICE, PHYSICS, 50));
        assertEquals(
                List.of(new Passed("physics", new RateChange(60, -1, -4, 60))),
                move(restarted(restarted), ALICE, Groups.EMPTY, 60));
    }

    @Test
    void whatIsTakenFromAGroupIsOfTheKindThatItWasCharged() {
        Membership theory = new Membership();
        move(theory, "physics.theory", THEORY, 5);
        passOn(theory, "physics.theory", new RateChange(10, 1, 4, 10));
        assertEquals(
                List.of(
                        new Passed("physics", new RateChange(true, 100, -1, -4, 100)),
                        new Passed(Groups.ROOT, new RateChange(100, 1, 4, 100))),
                move(theory, "physics.theory", PHYSICS, 100),
                "no longer a group");
        assertEquals(
                List.of(
                        new Passed(Groups.ROOT, new RateChange(200, -1, -4, 200)),
                        new Passed("physics", new RateChange(true, 200, 1, 4, 200))),
                move(theory, "physics.theory", THEORY, 200),
                "a group again");
    }

    @Test
    void theEndOfWhatMovedPairsWithTheMove() {
        move(alice, ALICE, PHYSICS, 5);
        passOn(alice, ALICE, new RateChange(10, 1, 4, 10));
        move(alice, ALICE, THEORY, 100);
        Membership restarted = restarted(alice);
        assertEquals(
                new Passed("physics.theory", new RateChange(200, -1, -4, 100)),
                passOn(restarted, ALICE, new RateChange(200, -1, -4, 10)));
        assertEquals(
                new Passed("physics.theory", new RateChange(300, 1, 2, 300)),
                passOn(restarted, ALICE, new RateChange(300, 1, 2, 300)),
                "a match made later");
    }

    @Test
    void aLateMatchOfBeforeTheMoveBeginsAtTheMoveAndEndsSo() {
        move(alice, ALICE, PHYSICS, 5);
        passOn(alice, ALICE, new RateChange(10, 1, 4, 10));
        move(alice, ALICE, THEORY, 100);
        assertEquals(
                new Passed("physics.theory", new RateChange(100, 1, 2, 100)),
                passOn(alice, ALICE, new RateChange(20, 1, 2, 20)),
                "begin");
        assertEquals(
                new Passed("physics.theory", new RateChange(100, -1, -2, 100)),
                passOn(alice, ALICE, new RateChange(90, -1, -2, 20)),
                "end before the move");
        assertEquals(
                new Passed("physics.theory", new RateChange(200, -1, -2, 100)),
                passOn(alice, ALICE, new RateChange(200, -1, -2, 20)),
                "or after it");
    }

    @Test
    void nothingInUseMovesNothing() {
        move(alice, ALICE, PHYSICS, 5);
        passOn(alice, ALICE, new RateChange(10, 1, 0.1, 10));
        passOn(alice, ALICE, new RateChange(20, -1, -0.1, 10));
        assertTrue(alice.isIdle());
        assertEquals(List.of(), move(alice, ALICE, THEORY, 100));
    }

    private record Passed(@Nullable String group, @Nullable RateChange change) {}

    private static Passed passOn(Membership member, String customer, RateChange change) {
        return new Passed(member.group(), member.passOn(customer, change));
    }

    private static List<Passed> move(Membership member, String customer, Groups groups, long at) {
        ChargeSums sums = new ChargeSums(Ledger.MATCH);
        if (!member.isPlacedIn(groups)) {
            member.move(customer, groups, at, sums, new Cause("charges", 0, 0, 0));
        }
        return sums.take().stream()
                .map(charge -> new Passed(charge.account().name(), (RateChange) charge.entry()))
                .toList();
    }

    private static Membership restarted(Membership kept) {
        return new Membership(kept.group(), kept.charged(), kept.moved());
    }
}
