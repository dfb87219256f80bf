package io.fairstream.streams;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.fairstream.streams.runtime.StageContext;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.junit.jupiter.api.Test;

/** The arrows of the design. */
class ArchitectureTest {
    private static final String RULES = "io.fairstream.rules..";
    private static final String STREAMS = "io.fairstream.streams..";
    private static final String[] LEDGERS = packages("match", "job", "session", "host");
    private static final String[] ACCOUNTS = packages("priority", "association", "usage", "balance");
    private static final String INTERNALS = "org.apache.kafka.streams..internals..";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fairstream.rules", "io.fairstream.streams");

    private static String[] packages(String... features) {
        return Stream.of(features)
                .map(feature -> "io.fairstream.rules." + feature + "..")
                .toArray(String[]::new);
    }

    @Test
    void rulesKnowNothingButJava() {
        classes()
                .that()
                .resideInAPackage(RULES)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(RULES, "java..", "org.jspecify..")
                .check(OURS);
    }

    @Test
    void ledgersKnowNoAccounts() {
        noClasses()
                .that()
                .resideInAnyPackage(LEDGERS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ACCOUNTS)
                .check(OURS);
    }

    @Test
    void accountsKnowNoLedgers() {
        noClasses()
                .that()
                .resideInAnyPackage(ACCOUNTS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LEDGERS)
                .check(OURS);
    }

    @Test
    void theJournalKnowsNeither() {
        noClasses()
                .that()
                .resideInAPackage("io.fairstream.rules.journal..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        Stream.of(LEDGERS, ACCOUNTS).flatMap(Stream::of).toArray(String[]::new))
                .check(OURS);
    }

    @Test
    void theTopologyStandsOnRulesSchemasAndKafka() {
        classes()
                .that()
                .resideInAPackage(STREAMS)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        STREAMS,
                        RULES,
                        "io.fairstream.schemas..",
                        "org.apache.kafka..",
                        "org.apache.avro..",
                        "org.slf4j..",
                        "java..",
                        "org.jspecify..")
                .check(OURS);
    }

    @Test
    void onlyOneClassLeansOnInternalsOfKafkaStreams() {
        noClasses()
                .that()
                .resideInAPackage(STREAMS)
                .and()
                .haveNameNotMatching("io\\.fairstream\\.streams\\.state\\.FlushedBeforeCommit(\\$Sender)?")
                .should()
                .dependOnClassesThat(resideInAPackage(INTERNALS))
                .check(OURS);
    }

    @Test
    void timeComesWithTheRecord() {
        noClasses()
                .that()
                .resideInAnyPackage(RULES, STREAMS)
                .and()
                .resideOutsideOfPackage("io.fairstream.streams.errors..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .callMethod(ZonedDateTime.class, "now")
                .orShould()
                .callConstructor(Date.class)
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, InstantSource.class, Time.class)
                .check(OURS);
    }

    /** The counts bear the time at which they were published, and rows are refreshed and renewed when no record comes. */
    @Test
    void oneClassLooksAtTheWallClock() {
        noClasses()
                .that()
                .resideInAPackage(STREAMS)
                .and()
                .doNotHaveFullyQualifiedName("io.fairstream.streams.runtime.StageProcessor$KafkaTaskContext")
                .should()
                .callMethod(ProcessorContext.class, "currentSystemTimeMs")
                .check(OURS);
    }

    /** Their callers, by class; a nested class is not among them for its name. */
    @Test
    void onlyCountsRefreshAndRenewalAskForIt() {
        noClasses()
                .that()
                .resideInAPackage(STREAMS)
                .and()
                .haveNameNotMatching(
                        "io\\.fairstream\\.streams\\.(runtime\\.(StageContext|InputAccounting(\\$OutcomeMetrics)?)"
                                + "|priority\\.PriorityStage|share\\.(Association|Ranking)Stage"
                                + "|usage\\.ProjectStage|session\\.SessionStage)")
                .should()
                .callMethod(TaskContext.class, "wallClock")
                .orShould()
                .callMethod(StageContext.class, "wallClock")
                .check(OURS);
    }

    @Test
    void packagesOfTheTopologyFormNoCircle() {
        slices().matching("io.fairstream.(**)").should().beFreeOfCycles().check(OURS);
    }
}
