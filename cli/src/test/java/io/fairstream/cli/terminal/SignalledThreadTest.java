package io.fairstream.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.terminal.Interruption.Signal;
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
        signals.hold();
        signals.hear(INT);
        signals.hear(INT);
        assertEquals(List.of("stopping"), announced);
    }

    @Test
    void withinAStepASignalWaitsForTheEndOfTheOutermost() {
        assertFalse(signals.hold());
        assertFalse(signals.hold());
        assertTrue(signals.hear(INT));
        assertFalse(Thread.currentThread().isInterrupted());
        assertFalse(signals.release());
        assertTrue(signals.release());
        signals.hold();
        assertFalse(signals.release(), "once");
    }

    @Test
    void anInterruptionFromBeforeDoesNotDisturbTheStep() {
        signals.hear(INT);
        assertTrue(signals.hold());
        assertFalse(Thread.currentThread().isInterrupted());
        assertFalse(signals.release(), "it is the caller who has it");
    }
}
