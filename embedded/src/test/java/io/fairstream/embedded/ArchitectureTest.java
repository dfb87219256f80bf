package io.fairstream.embedded;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String EMBEDDED = "io.fairstream.embedded";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(EMBEDDED);

    @Test
    void theClusterKnowsKafkaAndTheRulesOfARegistryAndNothingElseOfOurs() {
        classes()
                .that()
                .resideInAPackage(EMBEDDED + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        EMBEDDED + "..",
                        "io.fairstream.schemas.registry",
                        "io.fairstream.schemas.tls",
                        "kafka.server",
                        "org.apache.kafka..",
                        "org.apache.avro",
                        "com.fasterxml.jackson..",
                        "com.sun.net.httpserver",
                        "java..",
                        "javax.management..",
                        "javax.net.ssl..",
                        "org.jspecify..")
                .check(OURS);
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
                .check(OURS);
    }
}
