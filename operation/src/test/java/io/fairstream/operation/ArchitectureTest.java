package io.fairstream.operation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.fairstream.streams.stage.InstanceMetrics;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String OPERATION = "io.fairstream.operation";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(OPERATION);

    @Test
    void itStandsOnTheRunningTopologyAndLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        OPERATION + "..",
                        "io.fairstream.streams.app..",
                        "io.fairstream.streams.stage..",
                        "org.apache.kafka..",
                        "io.micrometer..",
                        "io.prometheus.metrics.model..",
                        "org.eclipse.jetty..",
                        "com.fasterxml.jackson..",
                        "com.sun.net.httpserver..",
                        "java..",
                        "org.jspecify..")
                .check(OURS);
    }

    @Test
    void ofTheStagesItKnowsTheNamesOfTheirMetricsOnly() {
        noClasses()
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "stages",
                        type -> type.getPackageName().startsWith("io.fairstream.streams.stage")
                                && !type.isEquivalentTo(InstanceMetrics.class)))
                .check(OURS);
    }

    /** It leaks, and asks for every metric again and again. */
    @Test
    void nobodyButUsReadsKafkasMetrics() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer.core.instrument.binder.kafka..")
                .check(OURS);
    }
}
