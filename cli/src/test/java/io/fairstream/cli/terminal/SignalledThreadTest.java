package io.fairstream.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.terminal.Interruption.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalledThreadTest {
    private static final Signal TERM = new Signal("TERM", 143);
    private static final Signal INT = new Signal("INT", 130);

    private final SignalledThread signals = new SignalledThread(Thread.currentThread());

    @AfterEach
    void forget() {
        Thread.interrupted();
    }

    @Test
    void aSignalInterruptsAtOnceOutsideOfSteps() {
        assertNull(signals.heard());
        assertTrue(signals.hear(TERM));
        assertTrue(Thread.interrupted());
        assertEquals(TERM, signals.heard());
    }

    @Test
    void theSecondSignalIsForTheProcess() {
        assertTrue(signals.hear(TERM));
        assertFalse(signals.hear(INT));
        assertEquals(TERM, signals.heard());
    }

    @Test
    void theFirstSignalIsAnnouncedAlsoWithinAStep() {
        List<String> announced = new ArrayList<>();
        signals.announceBy(() -> announced.add("stopping"));
        signals.hold(null);
        signals.hear(INT);
        signals.hear(INT);
        assertEquals(List.of("stopping"), announced);
    }

    @Test
    void withinAStepASignalWaitsForTheEndOfTheOutermost() {
        assertFalse(signals.hold(null));
        assertFalse(signals.hold(null));
        assertTrue(signals.hear(INT));
        assertFalse(Thread.currentThread().isInterrupted());
        assertFalse(signals.release());
        assertTrue(signals.release());
        signals.hold(null);
        assertFalse(signals.release(), "once");
    }

    /** Found waiting until the manager of services killed it: a step that waits for a cluster that is away. */
    @Test
    void aStepWithAPatienceIsInterruptedAfterIt() {
        assertFalse(signals.hold(Duration.ofMillis(50)));
        signals.hear(TERM);
        assertThrows(InterruptedException.class, () -> Thread.sleep(60_000));
        assertTrue(signals.release());
    }

    @Test
    void aStepThatBeginsAfterTheSignalIsInterruptedAfterItsPatienceToo() {
        signals.hear(TERM);
        assertTrue(signals.hold(Duration.ofMillis(50)));
        assertThrows(InterruptedException.class, () -> Thread.sleep(60_000));
    }

    @Test
    void anInterruptionFromBeforeDoesNotDisturbTheStep() {
        signals.hear(INT);
        assertTrue(signals.hold(null));
        assertFalse(Thread.currentThread().isInterrupted());
        assertFalse(signals.release(), "it is the caller who has it");
    }
}
