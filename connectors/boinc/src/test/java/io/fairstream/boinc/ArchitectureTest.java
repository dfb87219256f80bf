package io.fairstream.boinc;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(
                "boinc",
                "io.fairstream.schemas..",
                "io.fairstream.rules.assign",
                "org.apache.kafka.clients..",
                "org.apache.kafka.common..",
                "org.apache.avro..",
                "io.fairstream.http",
                "javax.crypto..",
                "javax.net.ssl..",
                "javax.xml.stream..");
    }

    @Test
    void theClockIsHandedIn() {
        NO_CLASS_READS_THE_CLOCK.check(classes);
    }
}
