package io.fairstream.operation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import io.fairstream.streams.runtime.InstanceMetrics;
import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(
                "operation",
                "io.fairstream.streams.app..",
                "io.fairstream.streams.runtime..",
                "org.apache.kafka..",
                "io.micrometer..",
                "io.prometheus.metrics.model..",
                "com.fasterxml.jackson..",
                "io.fairstream.http");
    }

    @Test
    void ofTheStagesItKnowsTheNamesOfTheirMetricsOnly() {
        noClasses()
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "stages",
                        type -> type.getPackageName().startsWith("io.fairstream.streams.runtime")
                                && !type.isEquivalentTo(InstanceMetrics.class)))
                .check(classes);
    }

    /** It leaks, and asks for every metric again and again. */
    @Test
    void nobodyButUsReadsKafkasMetrics() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer.core.instrument.binder.kafka..")
                .check(classes);
    }
}
