package io.fairstream.rules.decay;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** The lowest module: everybody may stand on it. */
class ArchitectureTest {
    private static final String OURS = "io.fairstream.rules.decay..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.fairstream.rules.decay");

    @Test
    void decayKnowsNothingButJava() {
        classes()
                .that()
                .resideInAPackage(OURS)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(OURS, "java..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void timeComesFromTheCaller() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(InstantSource.class)
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCircle() {
        slices().matching("io.fairstream.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
