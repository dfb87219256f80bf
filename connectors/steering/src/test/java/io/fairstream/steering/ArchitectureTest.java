package io.fairstream.steering;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("steering", "com.fasterxml.jackson..");
    }

    /** A cycle, and each call in it, have a time limit. */
    @Test
    @Override
    protected void timeComesWithTheRecord() {
        timeComesWithTheRecord("io.fairstream.steering.Deadline", "io.fairstream.steering.live.Steerer")
                .check(classes);
    }
}
