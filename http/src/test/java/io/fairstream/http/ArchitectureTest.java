package io.fairstream.http;

import io.fairstream.testing.ModuleRules;

class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super("http", "org.eclipse.jetty..", "org.slf4j..", "javax.net.ssl..");
    }
}
