package io.fairstream.embedded;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(
                "embedded",
                "io.fairstream.schemas.registry",
                "kafka.server",
                "org.apache.kafka..",
                "org.apache.avro",
                "com.fasterxml.jackson..",
                "io.fairstream.http",
                "javax.management..",
                "javax.net.ssl..");
    }

    /** Kafka's own classes are no API; a new version of it is tried at one place. */
    @Test
    void onlyTheBrokerKnowsTheClassesOfKafkasServer() {
        noClasses()
                .that()
                .doNotHaveSimpleName("EmbeddedBroker")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "kafka..",
                        "org.apache.kafka.metadata..",
                        "org.apache.kafka.server..",
                        "org.apache.kafka.raft..")
                .check(classes);
    }
}
