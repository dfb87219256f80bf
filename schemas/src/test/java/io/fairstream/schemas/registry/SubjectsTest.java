package io.fairstream.schemas.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectsTest {
    private static final Schema FIRST =
            SchemaBuilder.record("R").fields().requiredLong("a").endRecord();
    private static final Schema WITH_DEFAULT = SchemaBuilder.record("R")
            .fields()
            .requiredLong("a")
            .optionalLong("b")
            .endRecord();
    private static final Schema WITHOUT_DEFAULT = SchemaBuilder.record("R")
            .fields()
            .requiredLong("a")
            .requiredLong("c")
            .endRecord();

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();

    @Test
    void theSameTextHasTheSameIdUnderEverySubject() {
        assertEquals(1, registry.register("one-value", FIRST));
        assertEquals(2, registry.register("two-value", WITH_DEFAULT));
        assertEquals(1, registry.register("two-other", FIRST));
        assertEquals(1, registry.register("one-value", FIRST));
        assertEquals(FIRST, registry.byId(1));
    }

    @Test
    void aVersionMustReadWhatTheOneBeforeWrote() {
        registry.register("one-value", FIRST);
        assertTrue(registry.compatible("one-value", WITH_DEFAULT));
        assertFalse(registry.compatible("one-value", WITHOUT_DEFAULT));
        assertTrue(registry.compatible("unheard-of", WITHOUT_DEFAULT));

        var refusal = assertThrows(RegistryException.class, () -> registry.register("one-value", WITHOUT_DEFAULT));
        assertEquals(RegistryException.INCOMPATIBLE, refusal.code());
        assertTrue(refusal.toString().contains("READER_FIELD_MISSING_DEFAULT_VALUE"), refusal.getMessage());
        assertFalse(refusal.isUnknown());
    }

    @Test
    void whatIsNotThereIsSaidToBeUnknown() {
        registry.register("one-value", FIRST);
        assertEquals(
                RegistryException.SCHEMA_NOT_FOUND,
                assertThrows(RegistryException.class, () -> registry.byId(7)).code());
        assertEquals(
                RegistryException.SUBJECT_NOT_FOUND,
                assertThrows(RegistryException.class, () -> registry.lookup("two", FIRST))
                        .code());
        var other = assertThrows(RegistryException.class, () -> registry.lookup("one-value", WITH_DEFAULT));
        assertEquals(RegistryException.SCHEMA_NOT_FOUND, other.code());
        assertTrue(other.isUnknown());
    }

    @Test
    void mockScopesAreSharedByName() {
        SchemaRegistry one = SchemaRegistries.from(Map.of("schema.registry.url", "mock://scope-a"));
        SchemaRegistry same = SchemaRegistries.from(Map.of("schema.registry.url", "mock://scope-a"));
        SchemaRegistry other = SchemaRegistries.from(Map.of("schema.registry.url", "mock://scope-b"));
        int id = one.register("s", FIRST);
        assertEquals(id, same.lookup("s", FIRST));
        assertThrows(RegistryException.class, () -> other.lookup("s", FIRST));
    }

    @Test
    void withoutAutoRegisterNothingIsRegistered() {
        var config = Map.of("schema.registry.url", "mock://scope-c", "auto.register.schemas", false);
        SchemaRegistry readOnly = SchemaRegistries.from(config);
        assertThrows(RegistryException.class, () -> readOnly.register("s", FIRST));
        int id = InMemorySchemaRegistry.shared("scope-c").register("s", FIRST);
        assertEquals(id, readOnly.register("s", FIRST));
        assertEquals(id, readOnly.lookup("s", FIRST));
        assertEquals(FIRST, readOnly.byId(id));
        assertTrue(readOnly.compatible("s", WITH_DEFAULT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost:8081", "ftp://x", "http://", "http://a b"})
    void refusesWhatIsNoUrl(String url) {
        var refusal =
                assertThrows(ConfigException.class, () -> SchemaRegistries.from(Map.of("schema.registry.url", url)));
        assertTrue(refusal.toString().contains("expected: http(s)://host:port"), refusal.getMessage());
    }

    @Test
    void refusesUnknownValuesOfItsKeysWithoutShowingPasswords() {
        assertThrows(
                ConfigException.class,
                () -> SchemaRegistries.from(
                        Map.of("schema.registry.url", "mock://x", "auto.register.schemas", "maybe")));
        assertThrows(
                ConfigException.class,
                () -> SchemaRegistries.from(
                        Map.of("schema.registry.url", "http://x", "basic.auth.credentials.source", "SASL_INHERIT")));
        var refusal = assertThrows(
                ConfigException.class,
                () -> SchemaRegistries.from(Map.of(
                        "schema.registry.url",
                        "http://x",
                        "basic.auth.credentials.source",
                        "USER_INFO",
                        "basic.auth.user.info",
                        "hunter2")));
        assertFalse(refusal.toString().contains("hunter2"), refusal.getMessage());
        refusal = assertThrows(
                ConfigException.class,
                () -> SchemaRegistries.from(Map.of("schema.registry.url", "gopher://me:hunter2@x")));
        assertFalse(refusal.toString().contains("hunter2"), refusal.getMessage());
    }
}
