package io.fairstream.it.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.lang.reflect.InvocationTargetException;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Confluent's client, as the tools that show a registry use it, and the embedded registry. */
@EnabledIfSystemProperty(
        named = "confluent",
        matches = "present",
        disabledReason = "Confluent's classes are left out by -DskipConfluent")
class ITConfluentClient {
    private static final String CLIENT = "io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient";
    private static final String SUBJECT = "matches-value";

    @AutoClose
    private static final EmbeddedCluster cluster = EmbeddedCluster.startTemporary();

    private final Object client = client();

    @Test
    void findsSubjectsVersionsAndSettings() throws Exception {
        int id = SchemaRegistries.from(cluster.clientProperties()).register(SUBJECT, MatchEvent.getClassSchema());
        assertEquals(List.of(SUBJECT), List.copyOf((Collection<?>) call("getAllSubjects")));
        assertEquals(List.of(1), call("getAllVersions", SUBJECT));
        assertEquals(List.of(SUBJECT), List.copyOf((Collection<?>) call("getAllSubjectsById", id)));
        assertTrue(String.valueOf(call("getAllVersionsById", id)).contains(SUBJECT));
        assertEquals(List.of("."), List.copyOf((Collection<?>) call("getAllContexts")));
        assertEquals("READWRITE", call("getMode"));
        assertEquals("BACKWARD", call("getCompatibility", ""));
    }

    @Test
    void understandsThatASubjectHasNoSettingsOfItsOwn() {
        assertRefused(40408, "getCompatibility");
        assertRefused(40409, "getMode");
    }

    private void assertRefused(int code, String method) {
        var failed = assertThrows(InvocationTargetException.class, () -> call(method, SUBJECT));
        assertTrue(
                String.valueOf(failed.getCause()).endsWith("error code: " + code), String.valueOf(failed.getCause()));
    }

    private static Object client() {
        try {
            return Class.forName(CLIENT)
                    .getConstructor(String.class, int.class)
                    .newInstance(cluster.schemaRegistryUrl(), 10);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not on the class path: " + CLIENT, e);
        }
    }

    private Object call(String method, Object... arguments) throws ReflectiveOperationException {
        Class<?>[] types = List.of(arguments).stream()
                .map(argument -> argument instanceof Integer ? int.class : String.class)
                .toArray(Class<?>[]::new);
        return client.getClass().getMethod(method, types).invoke(client, arguments);
    }
}
