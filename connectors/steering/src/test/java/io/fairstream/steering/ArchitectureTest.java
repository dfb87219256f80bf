package io.fairstream.steering;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("steering", "com.fasterxml.jackson..", "io.fairstream.http");
    }

    /** A cycle, and each call in it, have a time limit; an answer to KAI scheduler is of its time. */
    @Test
    @Override
    protected void timeComesWithTheRecord() {
        timeComesWithTheRecord(
                        "io.fairstream.steering.Deadline",
                        "io.fairstream.steering.Steerer",
                        "io.fairstream.steering.schedulers.KaiEndpoint")
                .check(classes);
    }
}
