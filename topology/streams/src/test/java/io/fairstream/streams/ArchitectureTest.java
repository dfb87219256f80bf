package io.fairstream.streams;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.streams.runtime.StageContext;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import io.fairstream.testing.ModuleRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    private static final String INTERNALS = "org.apache.kafka.streams..internals..";

    /** A class up to its closing brace, which has the indentation of its first line. */
    private static final Pattern FORMAT =
            Pattern.compile("(?ms)^( *)(?:[a-z]+ )*(?:class|record|interface) (\\w*Formats?)\\b.*?^\\1\\}");

    private static final Pattern COMPUTATION = Pattern.compile("\\bMath\\.| [*/%]=? ");

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
                .haveNameNotMatching("io\\.fairstream\\.streams\\.runtime\\.FlushedBeforeCommit(\\$Sender)?")
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

    /** Rows are finished before they are written. The one conversion is that of durations, which are seconds in the contract. */
    @Test
    void formatsDoNotCompute() throws IOException {
        Set<String> formats = new TreeSet<>();
        Set<String> computations = new TreeSet<>();
        for (String sources : List.of("src/main/java", "../../schemas/src/main/java")) {
            try (Stream<Path> files = Files.walk(Path.of(sources))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    Matcher format = FORMAT.matcher(code(Files.readString(file)));
                    while (format.find()) {
                        formats.add(format.group(2));
                        computations(format.group(), computations);
                    }
                }
            }
        }
        assertTrue(formats.containsAll(Set.of("JobFormat", "UsageFormat", "ValueFormats")), formats::toString);
        assertEquals(
                Set.of(
                        "return Duration.ofMillis(Math.round(in.readDouble() * MILLIS));",
                        "out.writeDouble(duration.toMillis() / MILLIS);"),
                computations);
    }

    @Test
    void computationsAreFound() {
        Set<String> found = new TreeSet<>();
        computations("{\n  out.write(a / B);\n  Math.rint(a);\n  a %= 2;\n  out.write(\"\");\n}", found);
        assertEquals(Set.of("out.write(a / B);", "Math.rint(a);", "a %= 2;"), found);
        assertEquals("a\"\" b", code("a\"x / y\" /* c * d */b// e % f"));
    }

    /** The source without comments and texts. */
    private static String code(String source) {
        return source.replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "").replaceAll("\"(?:\\\\.|[^\"\\\\\n])*\"", "\"\"");
    }

    private static void computations(String code, Set<String> found) {
        code.lines()
                .filter(line -> COMPUTATION.matcher(line).find())
                .map(String::strip)
                .forEach(found::add);
    }
}
