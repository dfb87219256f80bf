package io.fairstream.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedRegistryTest {
    private static final Schema FIRST =
            SchemaBuilder.record("R").fields().requiredLong("a").endRecord();
    private static final Schema SECOND = SchemaBuilder.record("R")
            .fields()
            .requiredLong("a")
            .optionalLong("b")
            .endRecord();
    private static final Schema INCOMPATIBLE = SchemaBuilder.record("R")
            .fields()
            .requiredLong("a")
            .requiredLong("c")
            .endRecord();

    private static EmbeddedBroker broker;
    private static int tests;

    private final HttpClient http = HttpClient.newHttpClient();
    private EmbeddedRegistry registry;
    private SchemaRegistry client;
    private String subject;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.startTemporary();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void start() {
        subject = "topic " + ++tests + "/x-value";
        open();
    }

    private void open() {
        registry = EmbeddedRegistry.start(broker.bootstrapServers(), 0);
        client = SchemaRegistries.from(Map.of("schema.registry.url", registry.url()));
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void servesOurOwnSerde() {
        var serde = Topics.MATCHES.serde(client);
        MatchEvent event = new MatchEvent("slot1", "", Instant.EPOCH, new Unmatched(""));
        byte[] bytes = serde.serializer().serialize("matches", event);
        assertEquals(event, Topics.MATCHES.serde(client).deserializer().deserialize("matches", bytes));
    }

    @Test
    void keepsItsSchemasOverARestart() {
        int first = client.register(subject, FIRST);
        int second = client.register(subject, SECOND);
        registry.close();

        open();

        assertEquals(FIRST, client.byId(first));
        assertEquals(second, client.lookup(subject, SECOND));
        assertEquals(first, client.register(subject + "2", FIRST));
        assertEquals(2, client.byId(second).getFields().size());
        Schema third = SchemaBuilder.record("T" + tests).fields().endRecord();
        assertEquals(second + 1, client.register(subject + "3", third), "ids go on after the highest");
    }

    @Test
    void listsSubjectsAndVersions() throws Exception {
        int id = client.register(subject, FIRST);
        client.register(subject, SECOND);
        client.register(subject, FIRST);
        String path = "/subjects/" + escaped();

        assertTrue(get("/subjects").body().contains("\"" + subject + "\""));
        assertEquals("[1,2]", get(path + "/versions").body());
        var version = new ObjectMapper().readTree(get(path + "/versions/1").body());
        assertEquals(subject, version.path("subject").asText());
        assertEquals(1, version.path("version").asInt());
        assertEquals(id, version.path("id").asInt());
        assertEquals(FIRST.toString(), version.path("schema").asText());
        assertEquals(
                2,
                new ObjectMapper()
                        .readTree(get(path + "/versions/latest").body())
                        .path("version")
                        .asInt());
        assertEquals("{\"compatibilityLevel\":\"BACKWARD\"}", get("/config").body());
        assertEquals("{}", get("/").body());
    }

    @Test
    void saysWhereASchemaStands() throws Exception {
        Schema schema = SchemaBuilder.record("Shared" + tests).fields().endRecord();
        int id = client.register(subject, schema);
        client.register(subject + "-2", schema);
        String path = "/schemas/ids/" + id;

        assertEquals(schema.toString(), get(path + "/schema").body());
        assertEquals(
                schema.toString(),
                get("/subjects/" + escaped() + "/versions/latest/schema").body());
        assertEquals(
                "[\"" + subject + "\",\"" + subject + "-2\"]",
                get(path + "/subjects").body());
        assertEquals(
                "[{\"subject\":\"" + subject + "\",\"version\":1},{\"subject\":\"" + subject + "-2\",\"version\":1}]",
                get(path + "/versions").body());
    }

    @Test
    void answersWhatUserInterfacesAskFirst() throws Exception {
        assertEquals("[\"AVRO\"]", get("/schemas/types").body());
        assertEquals("[\".\"]", get("/contexts").body());
        assertEquals("{\"mode\":\"READWRITE\"}", get("/mode").body());
        assertEquals("{\"compatibilityLevel\":\"BACKWARD\"}", get("/config").body());
        assertEquals(
                "{\"mode\":\"READWRITE\"}",
                get("/mode/some?defaultToGlobal=true").body());
        assertEquals(
                "{\"compatibilityLevel\":\"BACKWARD\"}",
                get("/config/some?defaultToGlobal=true").body());
        assertEquals(
                "{\"error_code\":40408,\"message\":\"Subject 'some' does not have subject-level compatibility configured\"}",
                get("/config/some").body());
        assertEquals(
                "{\"error_code\":40409,\"message\":\"Subject 'some' does not have subject-level mode configured\"}",
                get("/mode/some").body());
    }

    /** They are read all the same: whoever has the id gets the schema. */
    @Test
    void listsNoSubjectsOfTopicsWithinAnApplication() throws Exception {
        String internal = "app-ranking-" + tests + "-repartition-value";
        int id = client.register(internal, FIRST);
        client.register(subject, FIRST);

        String listed = get("/subjects").body();
        assertTrue(listed.contains(subject), listed);
        assertFalse(listed.contains("repartition"), listed);
        assertEquals("[1]", get("/subjects/" + internal + "/versions").body());
        assertEquals(FIRST, client.byId(id));
    }

    @Test
    void answersInTheMediaTypeThatIsAskedFor() throws Exception {
        String best = "application/vnd.schemaregistry.v1+json";
        assertEquals(best, mediaType("/mode", "text/html,*/*;q=0.8"));
        assertEquals(best, mediaType("/mode", best + ", application/vnd.schemaregistry+json, application/json"));
        assertEquals("application/json", mediaType("/mode", "application/json"));
        assertEquals("application/json", mediaType("/subjects/none/versions", "application/json"));
    }

    private String mediaType(String path, String accepted) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(registry.url() + path)).header("Accept", accepted);
        return http.send(request.build(), BodyHandlers.ofString())
                .headers()
                .firstValue("Content-Type")
                .orElseThrow();
    }

    @Test
    void refusesWhatCannotReadTheVersionBeforeAndSaysWhy() throws Exception {
        client.register(subject, FIRST);
        assertTrue(client.compatible(subject, SECOND));
        assertFalse(client.compatible(subject, INCOMPATIBLE));
        assertTrue(client.compatible(subject + "-new", INCOMPATIBLE));

        var refusal = assertThrows(RegistryException.class, () -> client.register(subject, INCOMPATIBLE));
        assertEquals(409, refusal.code());
        assertTrue(refusal.toString().contains("READER_FIELD_MISSING_DEFAULT_VALUE"), refusal.toString());

        String compatibility = "/compatibility/subjects/" + escaped() + "/versions/1";
        assertEquals(
                "{\"is_compatible\":false}", post(compatibility, INCOMPATIBLE).body());
        assertTrue(post(compatibility + "?verbose=true", INCOMPATIBLE).body().contains("\"messages\":[\"READER"));
    }

    @Test
    void saysNoInTheWordsOfConfluentsRegistry() throws Exception {
        client.register(subject, FIRST);
        String path = "/subjects/" + escaped();
        assertRefused(404, 40401, get("/subjects/none/versions"));
        assertRefused(404, 40401, post("/subjects/none", FIRST));
        assertRefused(404, 40402, get(path + "/versions/9"));
        assertRefused(422, 42202, get(path + "/versions/zero"));
        assertRefused(404, 40403, post(path, SECOND));
        assertRefused(404, 40403, get("/schemas/ids/999999"));
        assertRefused(404, 40403, get("/schemas/ids/-5"));
        assertRefused(404, 40403, get("/schemas/ids/1234567890"));
        assertRefused(404, 40403, get("/schemas/ids/9999999999"));
        assertRefused(404, 404, get("/schemas/ids/x"));
        assertRefused(404, 404, get("/elsewhere"));
        assertRefused(404, 40401, get("/subjects/none/versions/1/schema"));
        assertRefused(404, 40402, get(path + "/versions/9/schema"));
        assertRefused(404, 404, get(path + "/versions/1/elsewhere"));
        assertRefused(404, 40403, get("/schemas/ids/999999/schema"));
        assertRefused(404, 40403, get("/schemas/ids/999999/versions"));
        assertRefused(404, 40403, get("/schemas/ids/999999/subjects"));
        assertRefused(404, 404, get("/schemas/ids/1/elsewhere"));
        assertRefused(404, 40408, get("/config/" + escaped()));
        assertRefused(404, 40409, get("/mode/" + escaped()));
        assertRefused(422, 42201, postBody(path + "/versions", "{\"schema\":\"{\\\"type\\\":\\\"recorf\\\"}\"}"));
        assertRefused(422, 42201, postBody(path + "/versions", "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}"));
        assertRefused(422, 42201, postBody(path + "/versions", "{}"));
        assertRefused(400, 400, postBody(path + "/versions", "nonsense"));
        var delete = HttpRequest.newBuilder(URI.create(registry.url() + path))
                .DELETE()
                .build();
        assertRefused(405, 405, http.send(delete, BodyHandlers.ofString()));
    }

    private static void assertRefused(int status, int code, HttpResponse<String> answer) throws Exception {
        assertEquals(status, answer.statusCode(), answer.body());
        var body = new ObjectMapper().readTree(answer.body());
        assertEquals(code, body.path("error_code").asInt());
        assertFalse(body.path("message").asText().isBlank());
    }

    @Test
    void refusesATakenPort() {
        int taken = URI.create(registry.url()).getPort();
        var refusal =
                assertThrows(EmbeddedException.class, () -> EmbeddedRegistry.start(broker.bootstrapServers(), taken));
        assertTrue(refusal.toString().contains("port: " + taken), refusal.toString());
    }

    private String escaped() {
        return subject.replace(" ", "%20").replace("/", "%2F");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(registry.url() + path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, Schema schema) throws Exception {
        return postBody(
                path,
                new ObjectMapper()
                        .createObjectNode()
                        .put("schema", schema.toString())
                        .toString());
    }

    private HttpResponse<String> postBody(String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(registry.url() + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
