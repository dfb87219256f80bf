package io.fairstream.streams;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import io.fairstream.streams.runtime.StageContext;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import io.fairstream.testing.ModuleRules;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    private static final String INTERNALS = "org.apache.kafka.streams..internals..";

    ArchitectureTest() {
        super(
                "streams",
                "io.fairstream.rules..",
                "io.fairstream.schemas..",
                "org.apache.kafka..",
                "org.apache.avro..",
                "org.slf4j..");
    }

    /** The picture in the package above the features is among them. */
    @Test
    @Override
    protected void packagesFormNoCircle() {
        slices().matching("io.fairstream.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void onlyOneClassLeansOnInternalsOfKafkaStreams() {
        noClasses()
                .that()
                .haveNameNotMatching("io\\.fairstream\\.streams\\.state\\.FlushedBeforeCommit(\\$Sender)?")
                .should()
                .dependOnClassesThat(resideInAPackage(INTERNALS))
                .check(classes);
    }

    /** Dead letters and the log of bad records carry the time of the error. */
    @Test
    void timeComesWithTheRecord() {
        timeComesWithTheRecord(
                        "io.fairstream.streams.errors.BadRecordLog", "io.fairstream.streams.errors.ErrorHandlers")
                .check(classes);
    }

    /** The counts bear the time at which they were published, and rows are refreshed and renewed when no record comes. */
    @Test
    void oneClassLooksAtTheWallClock() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.fairstream.streams.runtime.StageProcessor$KafkaTaskContext")
                .should()
                .callMethod(ProcessorContext.class, "currentSystemTimeMs")
                .check(classes);
    }

    /** Their callers, by class; a nested class is not among them for its name. */
    @Test
    void onlyCountsRefreshAndRenewalAskForIt() {
        noClasses()
                .that()
                .haveNameNotMatching(
                        "io\\.fairstream\\.streams\\.(runtime\\.(StageContext|InputAccounting(\\$OutcomeMetrics)?)"
                                + "|priority\\.PriorityStage|share\\.(Association|Ranking)Stage"
                                + "|usage\\.ProjectStage|session\\.SessionStage)")
                .should()
                .callMethod(TaskContext.class, "wallClock")
                .orShould()
                .callMethod(StageContext.class, "wallClock")
                .check(classes);
    }
}
