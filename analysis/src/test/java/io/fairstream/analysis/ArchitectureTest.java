package io.fairstream.analysis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    private static final String RELATIONS = "io.fairstream.analysis.relations";

    ArchitectureTest() {
        super(
                "analysis",
                "io.fairstream.reports.columns..",
                "io.fairstream.reports.records..",
                "io.fairstream.rules.decay..",
                "io.fairstream.schemas..",
                "io.fairstream.app.config..",
                "com.fasterxml.jackson..",
                "org.apache.avro..",
                "org.apache.kafka.common..",
                "org.duckdb..");
    }

    /** Tables are what they are, whatever database holds them. */
    @Test
    void relationsKnowNoDatabase() {
        classes()
                .that()
                .resideInAPackage(RELATIONS)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        RELATIONS,
                        "io.fairstream.schemas",
                        "io.fairstream.schemas.json",
                        "org.apache.avro..",
                        "java.lang..",
                        "java.math..",
                        "java.time..",
                        "java.util..",
                        "org.jspecify..")
                .check(classes);
    }
}
