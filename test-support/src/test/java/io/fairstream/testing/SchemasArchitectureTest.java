package io.fairstream.testing;

import org.junit.jupiter.api.Test;

/** The contract knows decay, Avro, Kafka's clients and JSON. The test is here because {@code schemas} is below this module. */
class SchemasArchitectureTest extends ModuleRules {
    SchemasArchitectureTest() {
        super(
                "schemas",
                "io.fairstream.rules.decay..",
                "org.apache.avro..",
                "org.apache.kafka.clients..",
                "org.apache.kafka.common..",
                "com.fasterxml.jackson..",
                "javax.net.ssl..");
    }

    /** An id that could not be read is asked for again after a pause. */
    @Test
    void timeComesWithTheRecord() {
        timeComesWithTheRecord("io.fairstream.schemas.registry.RestSchemaRegistry")
                .check(classes);
    }
}
