package io.fairstream.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import io.fairstream.streams.runtime.InstanceMetrics;
import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    /** Metrics and health over HTTP. */
    private static final String OPERATION =
            "io\\.fairstream\\.app\\.(Family|Health|KafkaReadings|Metrics|OperationEndpoint|Readings)(\\$.*)?";

    ArchitectureTest() {
        super(
                "app",
                "io.fairstream.rules..",
                "io.fairstream.schemas..",
                "io.fairstream.streams..",
                "io.fairstream.http",
                "org.apache.kafka..",
                "org.apache.avro..",
                "org.rocksdb..",
                "io.micrometer..",
                "io.prometheus.metrics.model..",
                "com.fasterxml.jackson..",
                "org.slf4j..");
    }

    /** The instance in the package above its parts is among them. */
    @Test
    @Override
    protected void packagesFormNoCircle() {
        slices().matching("io.fairstream.(**)").should().beFreeOfCycles().check(classes);
    }

    /** Rows of the topic of settings carry the time of a change, and a store that fails again a moment later is not rebuilt again. */
    @Test
    void threeClassesReadTheWallClock() {
        noClassReadsTheClock(
                        "io.fairstream.app.PublishedSettings",
                        "io.fairstream.app.UnreadRange",
                        "io.fairstream.app.LocalState")
                .check(classes);
    }

    @Test
    void onlyTheCareForLocalStateKnowsTheStoreBelow() {
        noClasses()
                .that()
                .haveNameNotMatching("io\\.fairstream\\.app\\.LocalState(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rocksdb..")
                .check(classes);
    }

    @Test
    void nothingLeansOnInternalsOfKafkaStreams() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.streams..internals..")
                .check(classes);
    }

    @Test
    void ofTheStagesOperationKnowsTheNamesOfTheirMetricsOnly() {
        noClasses()
                .that()
                .haveNameMatching(OPERATION)
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "stages, rules or settings",
                        type -> type.getPackageName().matches("io\\.fairstream\\.(streams|rules|app\\.config)\\b.*")
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
