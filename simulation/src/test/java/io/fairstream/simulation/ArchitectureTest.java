package io.fairstream.simulation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The arrows of the design, and what would make a seed happen in another way. */
class ArchitectureTest {
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fairstream.simulation");

    @Test
    void nothingKnowsTheTimeOfDayOrDrawsWithoutASeed() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class)
                .check(OURS);
    }

    /** What happened, and what must hold of it, does not depend on what runs. */
    @Test
    void theModelOfKafkaKnowsNoTasksAndNoHistories() {
        noClasses()
                .that()
                .resideInAPackage("io.fairstream.simulation.kafka..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fairstream.streams..", "io.fairstream.reports..", "org.apache.kafka.streams..")
                .check(OURS);
    }

    @Test
    void packagesFormNoCircle() {
        slices().matching("io.fairstream.simulation.(*)..")
                .should()
                .beFreeOfCycles()
                .check(OURS);
    }
}
