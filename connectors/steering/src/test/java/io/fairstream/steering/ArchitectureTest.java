package io.fairstream.steering;

import io.fairstream.reading.ConnectorRules;

class ArchitectureTest extends ConnectorRules {
    ArchitectureTest() {
        super("steering", "com.fasterxml.jackson..");
    }
}
