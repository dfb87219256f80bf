package io.fairstream.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.testing.TestCertificate;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose registry speaks HTTPS. */
class EncryptedRegistryTest {
    private static final Schema SCHEMA = SchemaBuilder.record("R").fields().endRecord();

    @TempDir
    private Path folder;

    private static SchemaRegistry client(String url, Path trusted) {
        Map<String, Object> config = new HashMap<>();
        config.put("schema.registry.url", url);
        config.put("schema.registry.ssl.truststore.type", "PEM");
        config.put("schema.registry.ssl.truststore.location", trusted.toString());
        return SchemaRegistries.from(config);
    }

    @Test
    void clientsThatTrustTheCertificateAreAnsweredAlsoWhenItIsReplaced() throws Exception {
        PemFiles files = new PemFiles(folder.resolve("tls.pem"), folder.resolve("tls.key"));
        PemFiles copy = new PemFiles(folder.resolve("copy.pem"), folder.resolve("copy.key"));
        TestCertificate.make(folder, "RSA").write(files.certificate(), files.key());
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary(0, Optional.of(files))) {
            String url = cluster.schemaRegistryUrl();
            assertTrue(url.startsWith("https://127.0.0.1:"), url);
            SchemaRegistry before = client(url, files.certificate());
            int id = before.register("s", SCHEMA);
            TestCertificate second = TestCertificate.make(folder, "EC");
            Thread.sleep(20); // another time of change
            second.write(files.certificate(), files.key());
            second.write(copy.certificate(), copy.key());
            assertEquals(SCHEMA, client(url, copy.certificate()).byId(id));
            assertEquals(id, before.register("s", SCHEMA));
            RegistryException refused = assertThrows(
                    RegistryException.class,
                    () -> SchemaRegistries.from(Map.of("schema.registry.url", url))
                            .byId(id));
            assertEquals(RegistryException.UNREACHABLE, refused.code());
        }
    }

    @Test
    void aFileThatIsMissingIsNamed() {
        PemFiles none = new PemFiles(folder.resolve("none.pem"), folder.resolve("none.key"));
        EmbeddedException refused =
                assertThrows(EmbeddedException.class, () -> EmbeddedCluster.startTemporary(0, Optional.of(none)));
        assertTrue(String.valueOf(refused.getMessage()).contains("none.pem"), refused.toString());
    }
}
