package io.fairstream.benchmarks;

import io.fairstream.embedded.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.Path;

/** Child process: a broker and registry in the given directory, until its standard input ends. */
final class BrokerMain {
    private BrokerMain() {}

    public static void main(String[] arguments) throws IOException {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(Path.of(arguments[0]), 0)) {
            System.out.println(
                    String.join(Child.SEPARATOR, "ready", cluster.bootstrapServers(), cluster.schemaRegistryUrl()));
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
