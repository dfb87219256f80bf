package io.fairstream.http;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super("http", "io.fairstream.schemas.tls", "org.eclipse.jetty..", "org.slf4j..", "javax.net.ssl..");
    }
}
