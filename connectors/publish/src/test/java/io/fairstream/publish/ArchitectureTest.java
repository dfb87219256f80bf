package io.fairstream.publish;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(
                "publish",
                "io.fairstream.schemas..",
                "com.fasterxml.jackson..",
                "jakarta.mail..",
                "javax.crypto..",
                "org.apache.avro..",
                "org.apache.kafka.clients.consumer..",
                "org.apache.kafka.common..",
                "org.eclipse.angus.mail.smtp..");
    }

    @Test
    void theClockIsHandedIn() {
        NO_CLASS_READS_THE_CLOCK.check(classes);
    }

    /** Only the delivery of notices waits and retries. */
    @Test
    void timeOfMessagesComesWithTheRecord() {
        TIME_COMES_WITH_THE_RECORD.check(classes.that(resideInAPackage("io.fairstream.publish")));
    }
}
