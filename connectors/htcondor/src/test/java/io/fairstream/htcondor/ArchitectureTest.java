package io.fairstream.htcondor;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules.OfReader {
    ArchitectureTest() {
        super("htcondor", "com.fasterxml.jackson..", "javax.xml.stream..");
    }
}
