package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** States by the words of Slurm's manuals. */
class SlurmStateTest {
    @ParameterizedTest
    @CsvSource({
        "COMPLETED, OVER, true",
        "NODE_FAIL, OVER, true",
        "CANCELLED by 17, OVER, true",
        "PENDING, WAITS, false",
        "RUNNING, GOES_ON, false",
        "SUSPENDED, GOES_ON, false",
        "COMPLETING, GOES_ON, false",
        "REQUEUED, WAITS_AGAIN, true",
        "REQUEUE_HOLD, HELD, true",
        "RESIZING, SIZE_CHANGED, true"
    })
    void knowsWhatAStateMeansAndWhetherItEndsARun(String word, SlurmState state, boolean isFinal)
            throws MalformedException {
        assertEquals(state, SlurmState.of("state", word));
        assertEquals(isFinal, state.isFinal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"FROBNICATED", "", "completed", "COMPLETEDLY", "by 17"})
    void aStateThatSlurmDoesNotHaveIsRefused(String word) {
        assertEquals(
                "state: \"" + word + "\" (expected: a Slurm state, such as RUNNING or CANCELLED by 17)",
                assertThrows(MalformedException.class, () -> SlurmState.of("state", word))
                        .getMessage());
    }

    @Test
    void aRecordOfAnEndSaysThatAJobWaitsAgainAndNeverThatItGoesOn() throws MalformedException {
        assertEquals(SlurmState.WAITS_AGAIN, SlurmState.ofEnd("state", "PENDING"));
        assertEquals(SlurmState.OVER, SlurmState.ofEnd("state", "TIMEOUT"));
        assertThrows(MalformedException.class, () -> SlurmState.ofEnd("state", "RUNNING"));
    }
}
