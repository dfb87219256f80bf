package io.fairstream.rules.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.match.MatchEvent.MatchChange.Matched;
import io.fairstream.rules.match.MatchEvent.MatchChange.Observed;
import io.fairstream.rules.match.MatchEvent.MatchChange.Observed.State;
import io.fairstream.rules.match.MatchEvent.MatchChange.Unmatched;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MatchRefusalTest {
    private static final EventTimes TIMES = new EventTimes(Duration.ofDays(30), Duration.ofHours(1));

    private static @Nullable Rejection refusal(String resource, String pool, long at, MatchChange change) {
        return new MatchEvent(resource, pool, at, change).refusal(TIMES, 0, EventTimes.NONE);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(
                        new Matched("", 1, ""),
                        Reason.NAME_EMPTY,
                        "customer: \"\" (expected: a name of 1 to 1024 bytes)"),
                Arguments.of(
                        new Matched("a\nb", 1, ""),
                        Reason.NAME_CONTROL_CHARACTER,
                        "customer: \"a?b\" (expected: no control characters; U+000A at position 1)"),
                Arguments.of(
                        new Matched("alice", 1, "m\t1"),
                        Reason.NAME_CONTROL_CHARACTER,
                        "matchId: \"m?1\" (expected: no control characters; U+0009 at position 1)"),
                Arguments.of(
                        new Matched("alice", -0.5, ""),
                        Reason.WEIGHT_NEGATIVE,
                        "slotWeight: -0.5 (expected: 0 to 1e9)"),
                Arguments.of(
                        new Matched("alice", Double.NaN, ""),
                        Reason.WEIGHT_NOT_FINITE,
                        "slotWeight: NaN (expected: 0 to 1e9)"),
                Arguments.of(
                        new Matched("alice", Double.NEGATIVE_INFINITY, ""),
                        Reason.WEIGHT_NOT_FINITE,
                        "slotWeight: -Infinity (expected: 0 to 1e9)"),
                Arguments.of(
                        new Unmatched("x".repeat(1025)),
                        Reason.NAME_TOO_LONG,
                        "matchId: \"" + "x".repeat(40) + "...\" of 1025 bytes (expected: at most 1024)"),
                Arguments.of(
                        new Observed(State.CLAIMED, null, 1, false),
                        Reason.NO_CUSTOMER,
                        "customer: absent (expected: who holds the CLAIMED slot)"),
                Arguments.of(
                        new Observed(State.PREEMPTING, null, 1, true),
                        Reason.NO_CUSTOMER,
                        "customer: absent (expected: who holds the PREEMPTING slot)"),
                Arguments.of(
                        new Observed(State.CLAIMED, "", 1, false),
                        Reason.NAME_EMPTY,
                        "customer: \"\" (expected: a name of 1 to 1024 bytes)"),
                Arguments.of(
                        new Observed(State.UNCLAIMED, null, -1, false),
                        Reason.WEIGHT_NEGATIVE,
                        "slotWeight: -1.0 (expected: 0 to 1e9)"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesWhatCannotBeMeant(MatchChange change, Reason reason, String detail) {
        assertEquals(new Rejection(reason, detail), refusal("slot1", "", 0, change));
    }

    static Stream<MatchChange> accepted() {
        return Stream.of(
                new Matched("two \"words\" of José", 0, ""),
                new Matched("alice", Double.MIN_VALUE, "m1"),
                new Unmatched(""),
                new Observed(State.UNCLAIMED, null, 1, false),
                new Observed(State.OTHER, "alice", 0, true));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void acceptsTheRest(MatchChange change) {
        assertNull(refusal("slot1", "", 0, change));
    }

    @Test
    void namesTheFieldOfTheEventItself() {
        assertEquals(
                new Rejection(Reason.NAME_EMPTY, "resource: \"\" (expected: a name of 1 to 1024 bytes)"),
                refusal("", "", 0, new Unmatched("")));
        assertEquals(
                new Rejection(
                        Reason.NAME_CONTROL_CHARACTER,
                        "pool: \"?\" (expected: no control characters; U+0007 at position 0)"),
                refusal("slot1", "\u0007", 0, new Unmatched("")));
    }

    @Test
    void refusesATimeWhenAllElseIsFine() {
        assertEquals(
                new Rejection(Reason.BEFORE_1970, "at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)"),
                refusal("slot1", "", -1, new Unmatched("")));
    }
}
