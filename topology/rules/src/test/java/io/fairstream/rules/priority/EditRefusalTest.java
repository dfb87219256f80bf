package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.Edit.Decision.Kind;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EditRefusalTest {
    private static Edit set(Kind kind, double value) {
        return Edits.decide(1000, "root", kind, value, Decision.FOR_GOOD);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(set(Kind.FACTOR, 0.25), "factor: 0.25 (expected: 1 to 1e15)"),
                Arguments.of(set(Kind.FACTOR, Double.NaN), "factor: NaN (expected: 1 to 1e15)"),
                Arguments.of(set(Kind.FACTOR, Double.POSITIVE_INFINITY), "factor: Infinity (expected: 1 to 1e15)"),
                Arguments.of(set(Kind.CEILING, -2), "ceiling: -2.0 (expected: 0 to 1e15, or -1 for none)"),
                Arguments.of(set(Kind.CEILING, -0.5), "ceiling: -0.5 (expected: 0 to 1e15, or -1 for none)"),
                Arguments.of(set(Kind.FLOOR, -1), "floor: -1.0 (expected: 0 to 1e15)"),
                Arguments.of(
                        new Edit(1000, "root", new Edit.SetPriority(-0.1)), "priority: -0.1 (expected: 0 to 1e15)"),
                Arguments.of(
                        new Edit(1000, "root", new Edit.SetAccumulatedUsage(-1)),
                        "weightedAccumulatedUsage: -1.0 (expected: 0 to 1e25)"),
                Arguments.of(
                        new Edit(1000, "root", new Edit.SetAccumulatedUsage(1e306)),
                        "weightedAccumulatedUsage: 1.0E306 (expected: 0 to 1e25)"),
                Arguments.of(
                        new Edit(1000, "root", new Edit.SetBeginUsage(-1)),
                        "at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)"),
                Arguments.of(
                        new Edit(1000, "root", new Edit.SetLastUsage(-1)),
                        "at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)"),
                Arguments.of(
                        new Edit(1000, "root", new Edit.SetFactor(10, 1000L)),
                        "until: 1970-01-01T00:00:01Z (expected: after at, 1970-01-01T00:00:01Z)"),
                Arguments.of(
                        new Edit(1000, "root", new Edit.SetFloor(10, 0L)),
                        "until: 1970-01-01T00:00:00Z (expected: after at, 1970-01-01T00:00:01Z)"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesWhatCannotBeMeant(Edit edit, String detail) {
        assertEquals(new Rejection(Reason.EDIT_IMPOSSIBLE, detail), edit.refusal());
    }

    static Stream<Edit> accepted() {
        return Stream.of(
                set(Kind.FACTOR, 1),
                set(Kind.CEILING, -1),
                set(Kind.CEILING, 0),
                set(Kind.FLOOR, 0),
                new Edit(1000, "root", new Edit.SetFactor(10, 1001L)),
                new Edit(1000, "root", new Edit.CancelLease(Kind.FLOOR)),
                new Edit(1000, "root", new Edit.SetPriority(0)),
                new Edit(1000, "root", new Edit.SetAccumulatedUsage(0)),
                new Edit(1000, "root", new Edit.SetBeginUsage(0)),
                new Edit(1000, "root", new Edit.SetLastUsage(0)),
                new Edit(1000, "root", new Edit.ResetUsage()),
                new Edit(1000, "root", new Edit.Delete()));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void acceptsTheRest(Edit edit) {
        assertNull(edit.refusal());
    }
}
