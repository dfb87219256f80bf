package io.fairstream.htcondor;

import io.fairstream.reading.ConnectorRules;

class ArchitectureTest extends ConnectorRules {
    ArchitectureTest() {
        super("htcondor", "com.fasterxml.jackson..", "javax.xml.stream..");
    }
}
