package io.fairstream.query;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.fairstream.testing.ModuleRules;
import java.io.PrintStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

/** The arrows of the design. */
class ArchitectureTest extends ModuleRules {
    /** Any program can ask: nothing here knows a command line, a terminal or Kafka's server. */
    ArchitectureTest() {
        super(
                "query",
                "io.fairstream.schemas..",
                "io.fairstream.rules..",
                "io.fairstream.streams..",
                "io.fairstream.app..",
                "io.fairstream.client..",
                "io.fairstream.publish..",
                "io.fairstream.steering..",
                "org.apache.kafka.clients..",
                "org.apache.kafka.common..",
                "org.apache.avro..",
                "com.fasterxml.jackson..");
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
                .check(classes);
    }

    /** The caller gives the time; a clock is an argument. */
    @Test
    void reportsAreOfAGivenTime() {
        NO_CLASS_READS_THE_CLOCK.check(classes);
    }

    /** Only what-if and the audit run the stages in memory; all else knows topics only. */
    @Test
    void onlyWhatIfAndTheAuditKnowTheStages() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.fairstream.query.whatif", "io.fairstream.query.audit")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fairstream.streams.runtime..")
                .check(classes);
    }
}
