package io.fairstream.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageTest {
    private final List<String> notes = new ArrayList<>();
    private final Outage outage = new Outage("jdbc:postgresql:x", notes::add);

    /** It answers each time, and refuses the rows. */
    @Test
    void aFullDiskIsSaidOnceUntilSomethingWasCommitted() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            outage.pause("53100", "ERROR: could not extend file\n  Hint: more");
            outage.hasAnswered();
        }
        assertEquals(
                List.of("warning: jdbc:postgresql:x has no space left: ERROR: could not extend file; waiting for it, "
                        + "nothing is lost"),
                notes);
        outage.isOver();
        assertEquals(2, notes.size());
        assertTrue(notes.get(1).startsWith("jdbc:postgresql:x works again, after "), notes::toString);
    }

    @Test
    void aShortOneIsNotWorthALine() throws InterruptedException {
        outage.pause("08006", "gone");
        outage.hasAnswered();
        assertEquals(List.of(), notes);
    }
}
