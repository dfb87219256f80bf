package io.fairstream.traces;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("traces");
    }
}
