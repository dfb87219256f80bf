package io.fairstream.slurm;

import io.fairstream.reading.ConnectorRules;

class ArchitectureTest extends ConnectorRules {
    ArchitectureTest() {
        super("slurm", "com.fasterxml.jackson..", "org.apache.kafka..");
    }
}
