package io.fairstream.schemas.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fairstream.schemas.registry.SchemaRegistries.ReadOnlySchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistries.UnreadableIds;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client against recorded answers of registries. */
class RestSchemaRegistryTest {
    private static final Schema SCHEMA =
            SchemaBuilder.record("R").fields().requiredLong("a").endRecord();

    private static final Duration LONG = Duration.ofMinutes(1);

    private record Answer(int status, String body) {}

    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private final List<String> authorizations = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private HttpServer server;
    private String location = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Answer answer = answers.removeFirst();
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        if (answer.status() / 100 == 3) {
            exchange.getResponseHeaders().set("Location", location);
        }
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private SchemaRegistry registry(String url, String... more) {
        Map<String, Object> config = new HashMap<>(Map.of("schema.registry.url", url));
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return SchemaRegistries.from(config);
    }

    @Test
    void registersUnderAPathOfTheServer() throws IOException {
        answers.add(new Answer(200, "{\"id\":7}"));

        assertEquals(7, registry(address() + "/apis/ccompat/v7/").register("a topic-value", SCHEMA));

        assertEquals(List.of("POST /apis/ccompat/v7/subjects/a%20topic-value/versions"), requests);
        assertEquals(
                SCHEMA.toString(),
                new ObjectMapper().readTree(bodies.get(0)).path("schema").asText());
    }

    @Test
    void looksUpInsteadWhenItShallNotRegister() {
        answers.add(new Answer(200, "{\"subject\":\"t-value\",\"version\":3,\"id\":9,\"schema\":\"...\"}"));
        assertEquals(9, registry(address(), "auto.register.schemas", "false").register("t-value", SCHEMA));
        assertEquals(List.of("POST /subjects/t-value"), requests);
    }

    @Test
    void asksForAnIdOnce() throws IOException {
        answers.add(new Answer(
                200,
                new ObjectMapper()
                        .createObjectNode()
                        .put("schema", SCHEMA.toString())
                        .toString()));
        SchemaRegistry registry = registry(address());
        assertEquals(SCHEMA, registry.byId(5));
        assertEquals(SCHEMA, registry.byId(5));
        assertEquals(List.of("GET /schemas/ids/5"), requests);
    }

    @Test
    void sendsCredentialsOfTheUrlOrOfTheConfiguration() {
        String withUser = address().replace("http://", "http://me:secret@");
        for (int i = 0; i < 3; i++) {
            answers.add(new Answer(200, "{\"id\":1}"));
        }
        registry(withUser).register("s", SCHEMA);
        registry(address(), "basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", "you:hidden")
                .register("s", SCHEMA);
        registry(address()).register("s", SCHEMA);
        assertEquals(List.of(basic("me:secret"), basic("you:hidden"), "null"), authorizations);
    }

    /** Whom a registry sends its clients to need not be whom they trust with their password. */
    @Test
    void followsNoRedirectSinceItsCredentialsAreForTheConfiguredAddress() throws IOException {
        List<String> elsewhere = new ArrayList<>();
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            elsewhere.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        other.start();
        try {
            String there = "http://127.0.0.1:" + other.getAddress().getPort() + "/schemas/ids/5";
            location = there;
            for (int status : new int[] {301, 302, 303, 307, 308}) {
                answers.add(new Answer(status, ""));
                SchemaRegistry registry = registry(address().replace("http://", "http://me:secret@"));
                var refusal = assertThrows(RegistryException.class, () -> registry.byId(5));
                assertEquals(status, refusal.code());
                assertTrue(refusal.toString().contains("is moved to " + there), refusal.getMessage());
            }
            assertEquals(List.of(), elsewhere);
        } finally {
            other.stop(0);
        }
    }

    private static String basic(String userInfo) {
        return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void passesTheReasonOfARefusalOn() {
        answers.add(new Answer(409, "{\"error_code\":409,\"message\":\"field b has no default\"}"));
        var refusal =
                assertThrows(RegistryException.class, () -> registry(address()).register("s", SCHEMA));
        assertEquals(RegistryException.INCOMPATIBLE, refusal.code());
        assertTrue(refusal.toString().endsWith("answered 409: field b has no default"), refusal.getMessage());
        assertEquals(1, requests.size());
    }

    @Test
    void knowsWhatIsUnknown() {
        answers.add(new Answer(404, "{\"error_code\":40403,\"message\":\"Schema 3 not found\"}"));
        answers.add(new Answer(404, "{\"error_code\":40401,\"message\":\"Subject 's' not found.\"}"));
        answers.add(new Answer(200, "{\"is_compatible\":false}"));
        SchemaRegistry registry = registry(address());
        assertTrue(assertThrows(RegistryException.class, () -> registry.byId(3)).isUnknown());
        assertTrue(registry.compatible("s", SCHEMA));
        assertFalse(registry.compatible("s", SCHEMA));
        assertEquals("POST /compatibility/subjects/s/versions/latest", requests.get(2));
    }

    @Test
    void doesNotTakeAWrongAddressForAnUnknownSchema() {
        answers.add(new Answer(404, "<html>not here</html>"));
        answers.add(new Answer(404, "<html>not here</html>"));
        answers.add(new Answer(404, "{\"error_code\":404,\"message\":\"HTTP 404 Not Found\"}"));
        SchemaRegistry registry = registry(address());
        var refusal = assertThrows(RegistryException.class, () -> registry.byId(3));
        assertFalse(refusal.isAboutTheSchema(), refusal.getMessage());
        assertEquals("GET /subjects", requests.get(1));
        assertThrows(RegistryException.class, () -> registry.compatible("s", SCHEMA));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | 1 | <html>HTTP 404 Not Found</html>",
                "500 | 3 | {\"error_code\":50001,\"message\":\"Error in the backend\"}",
                "200 | 3 | <html>",
                "200 | 3 | []",
                "405 | 1 | no"
            })
    void anOddAnswerOfARegistryThatAnswersForOthersIsAboutTheSchema(int status, int calls, String body) {
        answers.add(answerWithSchema());
        for (int call = 0; call < calls; call++) {
            answers.add(new Answer(status, body));
        }
        answers.add(answerWithSchema());
        SchemaRegistry registry = registry(address());
        registry.byId(5);
        for (int record = 0; record < 3; record++) {
            var refusal = assertThrows(RegistryException.class, () -> registry.byId(1_234_567_890));
            assertTrue(refusal.isAboutTheSchema(), refusal.getMessage());
        }
        assertEquals(calls + 2, requests.size(), requests::toString);
        assertEquals("GET /schemas/ids/5", requests.get(calls + 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"schemaType\":\"PROTOBUF\",\"schema\":\"syntax\"}",
                "200 | {\"schemaType\":\"JSON\",\"schema\":\"{}\"}",
                "200 | {\"schema\":\"{no schema\"}",
                "200 | {}",
                "400 | {\"error_code\":400,\"message\":\"bad\"}",
                "404 | {\"error_code\":40403,\"message\":\"Schema not found\"}",
                "422 | {\"error_code\":42201,\"message\":\"unprocessable\"}"
            })
    void anAnswerAboutASchemaIsRememberedForASecond(int status, String body) {
        AtomicLong nanos = new AtomicLong();
        SchemaRegistry registry = new RestSchemaRegistry(
                RegistryEndpoint.from(Map.of("schema.registry.url", address())), nanos::get, LONG);
        answers.add(new Answer(status, body));
        for (int record = 0; record < 3; record++) {
            var refusal = assertThrows(RegistryException.class, () -> registry.byId(7));
            assertTrue(refusal.isAboutTheSchema(), refusal.getMessage());
        }
        assertEquals(1, requests.size());
        nanos.addAndGet(UnreadableIds.MEMORY.toNanos() + 1);
        answers.add(answerWithSchema());
        assertEquals(SCHEMA, registry.byId(7));
        assertEquals(SCHEMA, registry.byId(7));
        assertEquals(2, requests.size());
    }

    @Test
    void noRegistryIsAskedAboutANegativeId() {
        var refusal =
                assertThrows(RegistryException.class, () -> registry(address()).byId(-5));
        assertTrue(refusal.isAboutTheSchema() && refusal.isUnknown(), refusal.getMessage());
        assertEquals(List.of(), requests);
    }

    @ParameterizedTest
    @CsvSource({"401,1", "403,1", "429,3"})
    void whoIsNotLetInHasNoAnswer(int status, int calls) {
        for (int call = 0; call < calls; call++) {
            answers.add(new Answer(status, "{\"error_code\":" + status + ",\"message\":\"no\"}"));
        }
        var refusal =
                assertThrows(RegistryException.class, () -> registry(address()).byId(5));
        assertFalse(refusal.isAboutTheSchema(), refusal.getMessage());
    }

    @Test
    void aRegistryThatFailsForAllHasNoAnswer() {
        for (int call = 0; call < 4; call++) {
            answers.add(new Answer(500, "{\"error_code\":50001,\"message\":\"Error in the backend\"}"));
        }
        var refusal =
                assertThrows(RegistryException.class, () -> registry(address()).byId(5));
        assertFalse(refusal.isAboutTheSchema(), refusal.getMessage());
    }

    @Test
    void manyUnknownIdsDoNotFillTheHeap() {
        AtomicLong nanos = new AtomicLong();
        UnreadableIds ids = new UnreadableIds(nanos::get);
        for (int id = 0; id <= UnreadableIds.MAX; id++) {
            ids.remember(id, new RegistryException(RegistryException.SCHEMA_NOT_FOUND, "none"), ids.ask(id));
        }
        ids.ask(0);
        assertThrows(RegistryException.class, () -> ids.ask(1));
    }

    /** A stranger's record names the id that the next schema gets. */
    @Test
    void aRecordReadAfterAnIdWasDeniedIsAskedForAgain() throws IOException {
        SchemaRegistry registry = registryWithoutTime();
        answers.add(new Answer(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}"));
        for (int record = 0; record < 3; record++) {
            assertThrows(RegistryException.class, () -> registry.byId(7));
        }
        assertEquals(1, requests.size());
        SchemaRegistries.recordsWereRead();
        answers.add(answerWithSchema());
        assertEquals(SCHEMA, registry.byId(7));
    }

    /** An answer that is under way while records are read is one to the question before. */
    @Test
    void anAnswerToAQuestionFromBeforeRecordsWereReadDoesNotHoldForThem() {
        UnreadableIds ids = new UnreadableIds(() -> 0);
        UnreadableIds.Asked asked = ids.ask(7);
        SchemaRegistries.recordsWereRead();
        ids.remember(7, new RegistryException(RegistryException.SCHEMA_NOT_FOUND, "none"), asked);
        ids.ask(7);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void anIdThatWasRegisteredOrLookedUpIsKnownThoughItWasDeniedBefore(String registers) {
        SchemaRegistry registry = registryWithoutTime("auto.register.schemas", registers);
        answers.add(new Answer(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}"));
        assertThrows(RegistryException.class, () -> registry.byId(7));
        answers.add(new Answer(200, "{\"id\":7}"));
        assertEquals(7, registry.register("charges-value", SCHEMA));
        assertEquals(SCHEMA, registry.byId(7));
        assertEquals(2, requests.size());
    }

    private SchemaRegistry registryWithoutTime(String... more) {
        SchemaRegistry registry =
                new RestSchemaRegistry(RegistryEndpoint.from(Map.of("schema.registry.url", address())), () -> 0, LONG);
        return List.of(more).contains("false") ? new ReadOnlySchemaRegistry(registry) : registry;
    }

    private static Answer answerWithSchema() {
        return new Answer(
                200,
                new ObjectMapper()
                        .createObjectNode()
                        .put("schema", SCHEMA.toString())
                        .toString());
    }

    @Test
    void refusesASchemaOfAnotherKind() {
        answers.add(new Answer(200, "{\"schemaType\":\"PROTOBUF\",\"schema\":\"syntax\"}"));
        var refusal =
                assertThrows(RegistryException.class, () -> registry(address()).byId(3));
        assertTrue(refusal.toString().contains("PROTOBUF (expected: AVRO)"), refusal.getMessage());
    }

    @Test
    void triesAgainAfterAServersTrouble() {
        answers.add(new Answer(500, "{\"error_code\":50003,\"message\":\"forwarding to the leader\"}"));
        answers.add(new Answer(503, "try later"));
        answers.add(new Answer(200, "{\"id\":4}"));
        assertEquals(4, registry(address()).register("s", SCHEMA));
    }

    @Test
    void givesUpAfterThreeRoundsWithTheLastWord() {
        for (int i = 0; i < 3; i++) {
            answers.add(new Answer(503, "try later " + i));
        }
        var refusal =
                assertThrows(RegistryException.class, () -> registry(address()).register("s", SCHEMA));
        assertTrue(refusal.toString().endsWith("503: try later 2"), refusal.getMessage());
    }

    @Test
    void goesToTheNextServerWhenOneIsDown() throws IOException {
        answers.add(new Answer(200, "{\"id\":4}"));
        assertEquals(
                4,
                registry("http://127.0.0.1:" + closedPort() + ", " + address()).register("s", SCHEMA));
    }

    @Test
    void saysThatNobodyAnswers() throws IOException {
        String nobody = "http://127.0.0.1:" + closedPort();
        var refusal =
                assertThrows(RegistryException.class, () -> registry(nobody).byId(1));
        assertEquals(RegistryException.UNREACHABLE, refusal.code());
        assertTrue(refusal.toString().contains("no answer from the schema registry at " + nobody));
    }

    /** Found waiting for ever: the time-out of a request ends with the answer's headers. */
    @Test
    void anAnswerThatStopsAfterItsHeadersIsNone() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            List<Socket> open = new CopyOnWriteArrayList<>();
            Thread thread = new Thread(() -> stall(listener, open), "stalling-registry");
            thread.setDaemon(true);
            thread.start();
            RegistryEndpoint endpoint =
                    RegistryEndpoint.from(Map.of("schema.registry.url", "http://127.0.0.1:" + listener.getLocalPort()));
            SchemaRegistry stalling = new RestSchemaRegistry(endpoint, System::nanoTime, Duration.ofMillis(200));
            var refusal = assertThrows(RegistryException.class, () -> stalling.byId(1));
            assertEquals(RegistryException.UNREACHABLE, refusal.code());
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    private static void stall(ServerSocket listener, List<Socket> open) {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                socket.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException closed) {
            return;
        }
    }

    @Test
    void refusesAnAnswerThatIsNone() {
        answers.add(new Answer(401, ""));
        answers.add(new Answer(200, "[]"));
        answers.add(new Answer(200, "<html>"));
        answers.add(new Answer(200, "{}"));
        var refused =
                assertThrows(RegistryException.class, () -> registry(address()).register("s", SCHEMA));
        assertEquals(401, refused.code());
        assertThrows(RegistryException.class, () -> registry(address()).register("s", SCHEMA));
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
