package io.fairstream.reading;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("reading", "com.fasterxml.jackson..");
    }
}
