package io.fairstream.admin;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(
                "admin",
                "io.fairstream.schemas..",
                "io.fairstream.app..",
                "io.fairstream.client..",
                "io.fairstream.query.columns..",
                "io.fairstream.query.records..",
                "io.fairstream.query.tables..",
                "org.apache.kafka.clients..",
                "org.apache.kafka.common..",
                "org.apache.avro..",
                "com.fasterxml.jackson..",
                "javax.security.auth.x500");
    }

    /** The caller gives the time; a clock is an argument. */
    @Test
    void findingsAreOfAGivenTime() {
        NO_CLASS_READS_THE_CLOCK.check(classes);
    }
}
