package io.fairstream.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The arrows of the design. */
class ArchitectureTest {
    private static final String OURS = "io.fairstream.cli..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fairstream.cli");

    /** What-if in reports runs the stages in memory; all else knows topics only. */
    @Test
    void noCommandKnowsTheStages() {
        noClasses()
                .that()
                .resideInAPackage(OURS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fairstream.streams.stage..", "io.fairstream.streams.state..")
                .check(CLASSES);
    }

    @Test
    void tablesAndListsAreEvaluatedAtAGivenTime() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.fairstream.cli.tables..", "io.fairstream.cli.audit..", "io.fairstream.cli.whatif..")
                .and()
                .haveNameNotMatching("io\\.fairstream\\.cli\\.whatif\\.WhatIfCommand")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    @Test
    void noCommandKnowsTheClassesOfKafkasServer() {
        noClasses()
                .that()
                .resideInAPackage(OURS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("kafka..", "org.apache.kafka.metadata..", "org.apache.kafka.server..")
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCircle() {
        slices().matching("io.fairstream.cli.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
