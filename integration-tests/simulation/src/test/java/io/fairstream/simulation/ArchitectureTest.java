package io.fairstream.simulation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.fairstream.testing.ModuleRules;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The arrows of the design, and what would make a seed happen in another way. */
class ArchitectureTest extends ModuleRules {
    /** It chooses the first seed, and ends after some minutes. */
    private static final String COMMAND = "io.fairstream.simulation.command..";

    ArchitectureTest() {
        super(
                "simulation",
                "io.fairstream.query..",
                "io.fairstream.rules..",
                "io.fairstream.schemas..",
                "io.fairstream.streams..",
                "io.fairstream.app..",
                "org.apache.avro..",
                "org.apache.kafka..",
                "org.rocksdb..",
                "com.fasterxml.jackson..",
                "picocli..",
                "org.slf4j..");
    }

    @Test
    void nothingKnowsTheTimeOfDayOrDrawsWithoutASeed() {
        NO_CLASS_READS_THE_CLOCK.check(classes);
        noClasses()
                .that()
                .resideOutsideOfPackage(COMMAND)
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage(COMMAND)
                .check(classes);
    }

    /** Histories, and the laws they obey, do not depend on the tasks that run. */
    @Test
    void theModelOfKafkaKnowsNoTasksAndNoHistories() {
        noClasses()
                .that()
                .resideInAPackage("io.fairstream.simulation.kafka..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.fairstream.streams..",
                        "io.fairstream.app..",
                        "io.fairstream.query..",
                        "org.apache.kafka.streams..")
                .check(classes);
    }
}
