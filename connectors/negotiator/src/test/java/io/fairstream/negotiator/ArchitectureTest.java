package io.fairstream.negotiator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String NEGOTIATION = "io.fairstream.negotiator";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(NEGOTIATION);

    @Test
    void dividingKnowsNeitherKafkaNorAClock() {
        classes()
                .that()
                .resideInAPackage(NEGOTIATION)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(NEGOTIATION, "io.fairstream.schemas", "java..", "org.jspecify..")
                .check(OURS);
        noClasses()
                .that()
                .resideInAPackage(NEGOTIATION)
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(OURS);
    }

    @Test
    void theLibraryNeedsNoKafkaStreams() {
        classes()
                .that()
                .resideInAPackage(NEGOTIATION + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        NEGOTIATION + "..",
                        "io.fairstream.schemas..",
                        "io.fairstream.rules..",
                        "org.apache.kafka.clients.consumer..",
                        "org.apache.kafka.common..",
                        "org.apache.avro..",
                        "org.slf4j..",
                        "java..",
                        "org.jspecify..")
                .check(OURS);
    }
}
