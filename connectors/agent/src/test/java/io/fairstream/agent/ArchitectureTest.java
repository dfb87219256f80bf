package io.fairstream.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String AGENT = "io.fairstream.agent";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(AGENT);

    @Test
    void whatHappenedOnANodeIsDecidedWithoutFilesAndClocks() {
        classes()
                .that()
                .resideInAPackage(AGENT + ".node")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        AGENT + ".node", "io.fairstream.schemas", "java.lang..", "java.util..", "org.jspecify..")
                .check(OURS);
        noClasses()
                .that()
                .resideInAPackage(AGENT + ".node")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, Files.class)
                .check(OURS);
    }

    @Test
    void theClockIsHandedIn() {
        noClasses()
                .that()
                .resideInAPackage(AGENT + "..")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(OURS);
    }

    @Test
    void theAgentKnowsNeitherTheTopologyNorAnotherConnector() {
        classes()
                .that()
                .resideInAPackage(AGENT + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        AGENT + "..",
                        "io.fairstream.schemas..",
                        "org.apache.kafka.clients.producer..",
                        "org.apache.kafka.common..",
                        "org.apache.avro..",
                        "java..",
                        "javax.management..",
                        "org.jspecify..")
                .check(OURS);
    }
}
