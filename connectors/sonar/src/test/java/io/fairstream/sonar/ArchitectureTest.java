package io.fairstream.sonar;

import io.fairstream.reading.ConnectorRules;

class ArchitectureTest extends ConnectorRules {
    ArchitectureTest() {
        super("sonar", "com.fasterxml.jackson..");
    }
}
