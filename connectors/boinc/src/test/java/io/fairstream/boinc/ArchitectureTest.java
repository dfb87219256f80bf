package io.fairstream.boinc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BOINC = "io.fairstream.boinc";

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(BOINC);

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
    void theGatewayKnowsNeitherKafkaNorTheTopologyNorAnotherConnector() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        BOINC + "..",
                        "io.fairstream.schemas..",
                        "org.apache.avro..",
                        "org.eclipse.jetty..",
                        "javax.crypto..",
                        "javax.net.ssl..",
                        "javax.xml.stream..",
                        "java..",
                        "org.jspecify..")
                .check(OURS);
    }
}
