package io.fairstream.postgres;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String POSTGRES = "io.fairstream.postgres";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(POSTGRES);

    @Test
    void theClockIsHandedIn() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(OURS);
    }

    @Test
    void theSinkKnowsTheTablesAndNeitherTheTopologyNorAnotherConnector() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        POSTGRES + "..",
                        "io.fairstream.analysis.relations..",
                        "io.fairstream.schemas..",
                        "org.apache.avro..",
                        "org.apache.kafka.clients..",
                        "org.apache.kafka.common..",
                        "org.postgresql..",
                        "java..",
                        "org.jspecify..")
                .check(OURS);
    }
}
