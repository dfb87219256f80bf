package io.fairstream.postgres;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(
                "postgres",
                "io.fairstream.relations..",
                "io.fairstream.schemas..",
                "org.apache.avro..",
                "org.apache.kafka.clients..",
                "org.apache.kafka.common..",
                "org.postgresql..");
    }

    @Test
    void theClockIsHandedIn() {
        NO_CLASS_READS_THE_CLOCK.check(classes);
    }
}
