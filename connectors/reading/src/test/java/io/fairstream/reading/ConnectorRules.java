package io.fairstream.reading;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows of the design, which are the same for every connector that reads records. */
public abstract class ConnectorRules {
    private static final String OURS = "io.fairstream.";

    private final String connector;
    private final String[] known;
    private final JavaClasses classes;

    /**
     * Of a connector.
     *
     * @param name of its package
     * @param libraries that it may know beside the reading module, the schemas and Java
     */
    protected ConnectorRules(String name, String... libraries) {
        connector = OURS + name;
        known = Stream.concat(
                        Stream.of(connector + "..", OURS + "reading..", OURS + "schemas..", "org.apache.avro.."),
                        Stream.concat(Stream.of("java..", "org.jspecify.."), Stream.of(libraries)))
                .toArray(String[]::new);
        classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(connector);
    }

    @Test
    protected void theConnectorKnowsNeitherTheTopologyNorAnotherConnector() {
        classes().should().onlyDependOnClassesThat().resideInAnyPackage(known).check(classes);
    }

    @Test
    protected void timeComesWithTheRecord() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(classes);
    }

    @Test
    protected void packagesFormNoCircle() {
        slices().matching(connector + ".(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(classes);
    }
}
