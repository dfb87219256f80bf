package io.fairstream.flux;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("flux", "com.fasterxml.jackson..");
    }
}
