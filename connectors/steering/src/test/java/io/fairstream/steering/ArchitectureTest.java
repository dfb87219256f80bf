package io.fairstream.steering;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("steering", "com.fasterxml.jackson..");
    }
}
