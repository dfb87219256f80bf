package io.fairstream.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.fairstream.testing.ModuleRules;
import java.nio.file.Files;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    private static final String NODE = "io.fairstream.agent.node";

    ArchitectureTest() {
        super(
                "agent",
                "io.fairstream.schemas..",
                "org.apache.kafka.clients.producer..",
                "org.apache.kafka.common..",
                "org.apache.avro..",
                "javax.management..");
    }

    @Test
    void whatHappenedOnANodeIsDecidedWithoutFilesAndClocks() {
        classes()
                .that()
                .resideInAPackage(NODE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(NODE, "io.fairstream.schemas", "java.lang..", "java.util..", "org.jspecify..")
                .check(classes);
        noClasses()
                .that()
                .resideInAPackage(NODE)
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, Files.class)
                .check(classes);
    }

    @Test
    void theClockIsHandedIn() {
        NO_CLASS_READS_THE_CLOCK.check(classes);
    }
}
