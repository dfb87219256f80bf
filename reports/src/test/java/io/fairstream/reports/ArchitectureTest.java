package io.fairstream.reports;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The arrows of the design. */
class ArchitectureTest {
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fairstream.reports");

    /** Any program can ask: nothing here knows a command line, a terminal or Kafka's server. */
    @Test
    void reportsKnowRulesTopicsAndNothingThatShowsThem() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.fairstream.reports..",
                        "io.fairstream.schemas..",
                        "io.fairstream.rules..",
                        "io.fairstream.streams..",
                        "io.fairstream.negotiator..",
                        "io.fairstream.steering..",
                        "org.apache.kafka.clients..",
                        "org.apache.kafka.common..",
                        "org.apache.avro..",
                        "com.fasterxml.jackson..",
                        "java..",
                        "javax.security.auth.x500",
                        "org.jspecify..")
                .check(OURS);
    }

    @Test
    void nothingPrints() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(PrintWriter.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(PrintStream.class)
                .check(OURS);
    }

    /** What time it is says whoever asks; a clock is an argument. */
    @Test
    void reportsAreOfAGivenTime() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .check(OURS);
    }

    /** What-if runs the stages in memory; all else knows topics only. */
    @Test
    void onlyWhatIfKnowsTheStages() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.fairstream.reports.whatif")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fairstream.streams.stage..", "io.fairstream.streams.state..")
                .check(OURS);
    }

    @Test
    void packagesFormNoCircle() {
        slices().matching("io.fairstream.reports.(*)..")
                .should()
                .beFreeOfCycles()
                .check(OURS);
    }
}
