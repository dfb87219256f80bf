package io.fairstream.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.fairstream.cli.demo.DemoCommand;
import io.fairstream.cli.export.TextCommand;
import io.fairstream.cli.feed.AgentCommand;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.replay.FoldCommand;
import io.fairstream.cli.run.ConsoleCommand;
import io.fairstream.cli.run.RunCommand;
import io.fairstream.cli.run.StandaloneCommand;
import io.fairstream.cli.terminal.Printer;
import io.fairstream.schemas.AvroSerde;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The arrows of the design. */
class ArchitectureTest {
    private static final String OURS = "io.fairstream.cli..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fairstream.cli");

    /** Only what-if in reports runs the stages in memory; commands know topics only. */
    @Test
    void noCommandKnowsTheStages() {
        noClasses()
                .that()
                .resideInAPackage(OURS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fairstream.streams.runtime..", "io.fairstream.streams.journal..")
                .check(CLASSES);
    }

    @Test
    void tablesAndListsAreEvaluatedAtAGivenTime() {
        noClasses()
                .that()
                .resideInAnyPackage("io.fairstream.cli.report", "io.fairstream.cli.ahead", "io.fairstream.cli.run")
                .and()
                .haveNameNotMatching(".*\\.(RefusalWatch|SteerCommand|WhatIfCommand)")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    @Test
    void noCommandKnowsTheClassesOfKafkasServer() {
        noClasses()
                .that()
                .resideInAPackage(OURS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("kafka..", "org.apache.kafka.metadata..", "org.apache.kafka.server..")
                .check(CLASSES);
    }

    /** The class path here is the one that is shipped; only Kafka's own jars have classes in a package of Kafka. */
    @Test
    void nothingShippedLiesInAPackageOfKafka() {
        Pattern kafkas = Pattern.compile(".*/(kafka|connect)[^/]*\\.jar!/.*");
        JavaClasses others = new ClassFileImporter()
                .withImportOption(location -> !location.matches(kafkas))
                .importPackages("org.apache.kafka");
        assertEquals(List.of(), others.stream().map(JavaClass::getName).toList());
    }

    /**
     * The layout of records in topics is known to schemas, streams and reports only. A command names the generated records that it reads or
     * sends, and the bound of their types.
     */
    @Test
    void noCommandKnowsHowRecordsAreWritten() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fairstream.streams.avro..", "io.fairstream.streams.errors..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(AvroSerde.class)
                .orShould()
                .dependOnClassesThat(resideInAPackage("org.apache.avro..").and(not(type(SpecificRecord.class))))
                .check(CLASSES);
    }

    /** Commands that only show get columns and rows from reports. */
    @Test
    void commandsThatOnlyShowKnowNoRecords() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.fairstream.cli.ahead",
                        "io.fairstream.cli.export",
                        "io.fairstream.cli.options",
                        "io.fairstream.cli.report",
                        "io.fairstream.cli.run",
                        "io.fairstream.cli.terminal")
                .and()
                .haveNameNotMatching(".*\\.(ServedCommands|Undo|WhatIfCommand)")
                .should()
                .dependOnClassesThat(assignableTo(SpecificRecordBase.class))
                .check(CLASSES);
    }

    /** JSON, CSV and aligned columns are the printer's, so that all commands look alike. */
    @Test
    void onlyThePrinterKnowsHowRowsArePrinted() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Printer.class.getName())
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..")
                .check(CLASSES);
    }

    /** The agent and TextCommand write to it for another program; services and the demo print a line for people. */
    @Test
    void standardOutputIsThePrinters() {
        noClasses()
                .that(not(belongToAnyOf(
                        RowsCommand.class,
                        CompletionCommand.class,
                        HelpCommand.class,
                        FoldCommand.class,
                        StandaloneCommand.class,
                        TextCommand.class,
                        AgentCommand.class,
                        ConsoleCommand.class,
                        RunCommand.class,
                        DemoCommand.class,
                        Main.class)))
                .should()
                .callMethod(CommandLine.class, "getOut")
                .check(CLASSES);
    }

    /** Else a test could not see it, nor a program that calls commands. */
    @Test
    void onlyTheStartKnowsTheProcesssOwnStreams() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCircle() {
        slices().matching("io.fairstream.cli.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
