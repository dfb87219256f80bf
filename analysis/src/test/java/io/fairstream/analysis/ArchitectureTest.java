package io.fairstream.analysis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ANALYSIS = "io.fairstream.analysis";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ANALYSIS);

    /** Tables are what they are, whatever database holds them. */
    @Test
    void relationsKnowNoDatabase() {
        classes()
                .that()
                .resideInAPackage(ANALYSIS + ".relations")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ANALYSIS + ".relations",
                        "io.fairstream.schemas",
                        "io.fairstream.schemas.json",
                        "org.apache.avro..",
                        "java.lang..",
                        "java.math..",
                        "java.time..",
                        "java.util..",
                        "org.jspecify..")
                .check(OURS);
    }

    @Test
    void theRestStandsOnReportsAndDuckDb() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ANALYSIS + "..",
                        "io.fairstream.reports.columns..",
                        "io.fairstream.reports.records..",
                        "io.fairstream.rules.decay..",
                        "io.fairstream.schemas..",
                        "io.fairstream.streams.config..",
                        "com.fasterxml.jackson..",
                        "org.apache.avro..",
                        "org.apache.kafka.common..",
                        "org.duckdb..",
                        "java..",
                        "org.jspecify..")
                .check(OURS);
    }
}
