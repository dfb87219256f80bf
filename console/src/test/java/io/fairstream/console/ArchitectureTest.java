package io.fairstream.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String CONSOLE = "io.fairstream.console";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(CONSOLE);

    @Test
    void itStandsOnReportsAndLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        CONSOLE + "..",
                        "io.fairstream.reports..",
                        "io.fairstream.rules.account",
                        "io.fairstream.schemas..",
                        "io.fairstream.streams.config..",
                        "org.apache.kafka.common.errors..",
                        "org.eclipse.jetty..",
                        "com.fasterxml.jackson..",
                        "org.slf4j..",
                        "java..",
                        "javax.net.ssl..",
                        "org.jspecify..")
                .check(OURS);
    }

    /** What it shows the reports have worked out. */
    @Test
    void itKnowsNoLedgerNoAccountAndNoDecay() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.fairstream.rules.ledger..", "io.fairstream.rules.decay..", "io.fairstream.decay..")
                .check(OURS);
    }
}
