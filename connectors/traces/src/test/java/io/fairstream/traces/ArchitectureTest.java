package io.fairstream.traces;

import io.fairstream.reading.ConnectorRules;

class ArchitectureTest extends ConnectorRules {
    ArchitectureTest() {
        super("traces");
    }
}
