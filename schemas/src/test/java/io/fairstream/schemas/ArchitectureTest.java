package io.fairstream.schemas;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The arrows of the design. */
class ArchitectureTest {
    private static final String OURS = "io.fairstream.schemas..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fairstream.schemas");

    @Test
    void theContractStandsOnDecayAvroKafkasClientsAndACurve() {
        classes()
                .that()
                .resideInAPackage(OURS)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        OURS,
                        "io.fairstream.rules.decay..",
                        "org.apache.avro..",
                        "org.apache.kafka.clients..",
                        "org.apache.kafka.common..",
                        "com.fasterxml.jackson..",
                        "javax.net.ssl..",
                        "java..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void timeComesWithTheRecord() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCircle() {
        slices().matching("io.fairstream.schemas.(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CLASSES);
    }
}
