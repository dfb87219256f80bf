package io.fairstream.publish;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("publish", "com.fasterxml.jackson..");
    }
}
