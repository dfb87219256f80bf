package io.fairstream.testing;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The rules of one module: the packages it may depend on, and no circle between its own. Its classes are read once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ModuleRules {
    private static final String OURS = "io.fairstream.";

    private static final DescribedPredicate<JavaAccess<?>> READS_THE_WALL_CLOCK = DescribedPredicate.describe(
            "reads the wall clock", access -> switch (access.getTargetOwner().getFullName()) {
                case "java.lang.System" -> access.getName().equals("currentTimeMillis");
                case "java.time.Clock", "java.time.InstantSource" ->
                    access.getName().matches("system.*|tick.+");
                case "java.util.Date" -> access.getTarget().getFullName().endsWith("<init>()");
                default ->
                    access.getTargetOwner().getPackageName().equals("java.time")
                            && access.getName().equals("now");
            });

    private static final DescribedPredicate<JavaAccess<?>> MEASURES_TIME = DescribedPredicate.describe(
            "measures time", access -> access.getTarget().getFullName().startsWith("java.lang.System.nanoTime("));

    /** Time is an argument: no class reads the system's clock. */
    public static final ArchRule NO_CLASS_READS_THE_CLOCK = noClassReadsTheClock();

    /** Time comes with the record: no class measures time or takes a clock. */
    public static final ArchRule TIME_COMES_WITH_THE_RECORD = timeComesWithTheRecord();

    /** The main classes of the module. */
    protected final JavaClasses classes;

    private final String module;
    private final String[] allowed;

    /**
     * The rules of a module.
     *
     * @param name last part of its package, {@code io.fairstream.NAME}
     * @param libraries package patterns that it may depend on besides its own, Java's and JSpecify's
     */
    protected ModuleRules(String name, String... libraries) {
        module = OURS + name;
        allowed = Stream.concat(Stream.of(module + "..", "java..", "org.jspecify.."), Stream.of(libraries))
                .toArray(String[]::new);
        classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(module);
    }

    /**
     * The rule that no class reads the system's clock.
     *
     * @param but full names of classes that may, with the classes nested in them
     */
    public static ArchRule noClassReadsTheClock(String... but) {
        return noClasses().that(not(arePartOf(but))).should().accessTargetWhere(READS_THE_WALL_CLOCK);
    }

    /**
     * The rule that no class reads the system's clock, measures time or takes a clock.
     *
     * @param but full names of classes that may, with the classes nested in them
     */
    public static ArchRule timeComesWithTheRecord(String... but) {
        return noClasses()
                .that(not(arePartOf(but)))
                .should()
                .accessTargetWhere(READS_THE_WALL_CLOCK.or(MEASURES_TIME))
                .orShould()
                .dependOnClassesThat(
                        assignableTo(InstantSource.class).or(assignableTo("org.apache.kafka.common.utils.Time")));
    }

    private static DescribedPredicate<JavaClass> arePartOf(String... names) {
        return DescribedPredicate.describe(
                "are part of " + List.of(names),
                type -> Stream.of(names)
                        .anyMatch(name -> type.getFullName().equals(name)
                                || type.getFullName().startsWith(name + "$")));
    }

    @Test
    protected void dependsOnListedPackagesOnly() {
        classes().should().onlyDependOnClassesThat().resideInAnyPackage(allowed).check(classes);
    }

    @Test
    protected void packagesFormNoCircle() {
        slices().matching(module + ".(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(classes);
    }

    /** The rules of a connector that reads what a scheduler wrote: it knows neither the topology nor another connector, nor a clock. */
    public abstract static class OfReader extends ModuleRules {
        protected OfReader(String name, String... libraries) {
            super(
                    name,
                    Stream.concat(
                                    Stream.of(OURS + "reading..", OURS + "schemas..", "org.apache.avro.."),
                                    Stream.of(libraries))
                            .toArray(String[]::new));
        }

        @Test
        protected void timeComesWithTheRecord() {
            TIME_COMES_WITH_THE_RECORD.check(classes);
        }
    }
}
