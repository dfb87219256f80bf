package io.fairstream.cli.options;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.Failure;

/**
 * A reachable cluster.
 *
 * @param settings with {@code bootstrap.servers}, and with {@code schema.registry.url} if one is known
 * @param closing runs when the command no longer needs the cluster
 */
public record Cluster(Settings settings, Runnable closing) implements AutoCloseable {

    /**
     * Settings for commands that read or write values.
     *
     * @throws Failure if no registry is known
     */
    public Settings settingsWithRegistry() {
        if (!settings.registry().containsKey("schema.registry.url")) {
            throw new Failure(
                    "schema.registry.url: (expected: the schema registry's URL, by --schema-registry or a setting)");
        }
        return settings;
    }

    @Override
    public void close() {
        closing.run();
    }
}
