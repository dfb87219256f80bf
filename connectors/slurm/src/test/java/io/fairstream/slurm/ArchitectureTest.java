package io.fairstream.slurm;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("slurm", "com.fasterxml.jackson..", "org.apache.kafka..");
    }
}
