package io.fairstream.schemas.registry;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** Chooses the registry that a configuration names. */
public final class SchemaRegistries {
    /** One URL or several with commas between; {@code mock://scope} is a registry within this process. */
    public static final String URL = "schema.registry.url";

    /** Setting that makes writers register their schemas (default) instead of expecting to find them. */
    public static final String AUTO_REGISTER = "auto.register.schemas";

    private static final String MOCK = "mock://";

    private SchemaRegistries() {}

    /**
     * The registry of {@value #URL}, with the keys of Confluent's clients for authentication, TLS and {@value #AUTO_REGISTER}.
     *
     * @throws ConfigException naming the key, its value and what is expected
     */
    public static SchemaRegistry from(Map<String, ?> config) {
        Object url = config.get(URL);
        if (url == null || url.toString().isBlank()) {
            throw new ConfigException(URL, url, "expected: http(s)://host:port, or mock://scope");
        }
        SchemaRegistry registry = url.toString().startsWith(MOCK)
                ? InMemorySchemaRegistry.shared(url.toString().substring(MOCK.length()))
                : new RestSchemaRegistry(RegistryEndpoint.from(config));
        return autoRegister(config) ? registry : new ReadOnlySchemaRegistry(registry);
    }

    /**
     * Says that records have been read from Kafka, after each poll. From now on registries are asked again for ids of which they
     * answered that there is no schema; without this call such an answer counts for a second.
     */
    public static void recordsWereRead() {
        UnreadableIds.recordsWereRead();
    }

    private static boolean autoRegister(Map<String, ?> config) {
        Object value = config.get(AUTO_REGISTER);
        if (value == null || value.toString().equals("true")) {
            return true;
        }
        if (value.toString().equals("false")) {
            return false;
        }
        throw new ConfigException(AUTO_REGISTER, value, "expected: true or false");
    }
}
