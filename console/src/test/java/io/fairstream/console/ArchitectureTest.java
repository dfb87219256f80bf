package io.fairstream.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(
                "console",
                "io.fairstream.http",
                "io.fairstream.query..",
                "io.fairstream.rules.priority",
                "io.fairstream.schemas..",
                "io.fairstream.app.config..",
                "org.apache.kafka.common.errors..",
                "org.eclipse.jetty..",
                "com.fasterxml.jackson..",
                "org.slf4j..",
                "javax.net.ssl..");
    }

    /** The reports have worked out the values that it shows. */
    @Test
    void itKnowsNoLedgerNoAccountAndNoDecay() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.fairstream.rules.match..", "io.fairstream.rules.decay..", "io.fairstream.decay..")
                .check(classes);
    }
}
