package io.fairstream.sonar;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("sonar", "com.fasterxml.jackson..");
    }
}
