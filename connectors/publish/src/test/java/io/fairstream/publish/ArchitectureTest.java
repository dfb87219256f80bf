package io.fairstream.publish;

import io.fairstream.reading.ConnectorRules;

class ArchitectureTest extends ConnectorRules {
    ArchitectureTest() {
        super("publish", "com.fasterxml.jackson..");
    }
}
