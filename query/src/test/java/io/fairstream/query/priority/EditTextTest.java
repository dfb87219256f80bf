package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.explain.Edits;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EditTextTest {
    private static final long GOOD = Decision.FOR_GOOD;

    static Stream<Arguments> edits() {
        return Stream.of(
                Arguments.of("set the factor to 5", decide(Decision.Kind.FACTOR, 5, GOOD)),
                Arguments.of(
                        "set the factor to 0.50 until 1970-01-01T00:01:00Z", decide(Decision.Kind.FACTOR, .5, 60_000)),
                Arguments.of("set the ceiling to 100", decide(Decision.Kind.CEILING, 100, GOOD)),
                Arguments.of("set the ceiling to none", decide(Decision.Kind.CEILING, -1, GOOD)),
                Arguments.of("set the floor to none", decide(Decision.Kind.FLOOR, 0, GOOD)),
                Arguments.of(
                        "cancel the leases of the floor",
                        new Edit(1, "root", new Edit.CancelLease(Decision.Kind.FLOOR))),
                Arguments.of("set the real priority to 20.0", new Edit(1, "root", new Edit.SetPriority(20))),
                Arguments.of(
                        "set the weighted usage to 2.00 h", new Edit(1, "root", new Edit.SetAccumulatedUsage(7200))),
                Arguments.of(
                        "set the begin of usage to 1970-01-01T00:00:00Z",
                        new Edit(1, "root", new Edit.SetBeginUsage(0))),
                Arguments.of(
                        "set the last usage to 1970-01-01T00:00:01Z", new Edit(1, "root", new Edit.SetLastUsage(1000))),
                Arguments.of("reset the usage", new Edit(1, "root", new Edit.ResetUsage())),
                Arguments.of("delete", new Edit(1, "root", new Edit.Delete())));
    }

    private static Edit decide(Decision.Kind kind, double value, long until) {
        return Edits.decide(1, "root", kind, value, until);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("edits")
    void anEditIsSaidInWords(String words, Edit edit) {
        assertEquals(words, EditText.of(edit));
    }
}
