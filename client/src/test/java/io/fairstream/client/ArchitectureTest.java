package io.fairstream.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends ModuleRules {
    private static final String NEGOTIATION = "io.fairstream.client.negotiation";

    ArchitectureTest() {
        super(
                "client",
                "io.fairstream.schemas..",
                "io.fairstream.rules..",
                "org.apache.kafka.clients..",
                "org.apache.kafka.common..",
                "org.apache.avro..",
                "org.slf4j..");
    }

    @Test
    void dividingKnowsNeitherKafkaNorAClock() {
        classes()
                .that()
                .resideInAPackage(NEGOTIATION)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(NEGOTIATION, "io.fairstream.schemas", "java..", "org.jspecify..")
                .check(classes);
        TIME_COMES_WITH_THE_RECORD.check(classes.that(resideInAPackage(NEGOTIATION)));
    }
}
