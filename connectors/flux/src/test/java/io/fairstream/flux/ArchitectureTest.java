package io.fairstream.flux;

import io.fairstream.reading.ConnectorRules;

class ArchitectureTest extends ConnectorRules {
    ArchitectureTest() {
        super("flux", "com.fasterxml.jackson..");
    }
}
