package io.fairstream.analysis;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super(
                "analysis",
                "io.fairstream.query.columns..",
                "io.fairstream.query.records..",
                "io.fairstream.relations..",
                "io.fairstream.rules.decay..",
                "io.fairstream.schemas..",
                "io.fairstream.app.config..",
                "com.fasterxml.jackson..",
                "org.apache.avro..",
                "org.apache.kafka.common..",
                "org.duckdb..");
    }
}
