package io.fairstream.schemas.registry;

import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Creates the registry that a configuration names. */
public final class SchemaRegistries {
    /** One URL or several, separated by commas; {@code mock://scope} is a registry within this process. */
    public static final String URL = "schema.registry.url";

    /** Setting that makes writers register their schemas (default) instead of expecting to find them. */
    public static final String AUTO_REGISTER = "auto.register.schemas";

    private static final String MOCK = "mock://";

    private SchemaRegistries() {}

    /**
     * Creates the registry of {@value #URL}, with the keys of Confluent's clients for authentication, TLS and {@value #AUTO_REGISTER}.
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
     * Reports that records have been read from Kafka; call it after each poll. Registries are then asked again for ids that they did not
     * know. Without this call such an answer is valid for a second.
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

    /** A registry whose schemas are registered by others: {@code auto.register.schemas=false}. */
    record ReadOnlySchemaRegistry(SchemaRegistry registry) implements SchemaRegistry {
        @Override
        public int register(String subject, Schema schema) {
            return registry.lookup(subject, schema);
        }

        @Override
        public int lookup(String subject, Schema schema) {
            return registry.lookup(subject, schema);
        }

        @Override
        public Schema byId(int id) {
            return registry.byId(id);
        }

        @Override
        public boolean answers() {
            return registry.answers();
        }

        @Override
        public boolean compatible(String subject, Schema schema) {
            return registry.compatible(subject, schema);
        }
    }

    /**
     * Ids for which a registry has answered that there is no readable schema, so that the registry is asked once for many records.
     *
     * <p>A schema is registered before a record is written with its id. So an answer is valid for all records read before the request, but
     * not for later ones: the id may have been assigned in between. {@link #recordsWereRead} invalidates earlier answers. Without that call
     * an answer is valid for a {@linkplain #MEMORY short time}. The order of ids proves nothing: ids ascend, except imported ones and those
     * of a replica that lags. Safe for several threads.
     */
    static final class UnreadableIds {
        static final Duration MEMORY = Duration.ofSeconds(1);
        /** Limit, since random bytes produce ever new ids; 10,000 ids take about 3 MB. */
        static final int MAX = 10_000;

        private static final AtomicLong READS = new AtomicLong();

        private record Answer(int code, String text, Asked asked) {}

        /** Time of a request; {@code reads} is the number of reads of records in this process so far. */
        record Asked(long nanos, long reads) {}

        private final LongSupplier nanos;
        private final Map<Integer, Answer> answers = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Answer> eldest) {
                return size() > MAX;
            }
        };

        UnreadableIds(LongSupplier nanos) {
            this.nanos = nanos;
        }

        static void recordsWereRead() {
            READS.incrementAndGet();
        }

        /** Begins a request; throws {@link RegistryException} with the earlier answer if that is still valid. */
        Asked ask(int id) {
            Asked now = new Asked(nanos.getAsLong(), READS.get());
            Answer answer = answer(id, now);
            if (answer != null) {
                throw new RegistryException(answer.code(), answer.text());
            }
            return now;
        }

        private synchronized @Nullable Answer answer(int id, Asked now) {
            Answer answer = answers.get(id);
            boolean isOld = answer != null
                    && (answer.asked().reads() != now.reads()
                            || now.nanos() - answer.asked().nanos() > MEMORY.toNanos());
            if (isOld) {
                answers.remove(id);
            }
            return isOld ? null : answer;
        }

        synchronized void remember(int id, RegistryException answer, Asked asked) {
            answers.remove(id);
            answers.put(id, new Answer(answer.code(), String.valueOf(answer.getMessage()), asked));
        }
    }
}
