package io.fairstream.reading;

class ArchitectureTest extends ConnectorRules {
    ArchitectureTest() {
        super("reading", "com.fasterxml.jackson..");
    }
}
