package io.fairstream.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.schemas.registry.RegistryEndpoint.Server;
import io.fairstream.schemas.registry.SchemaRegistries.UnreadableIds;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Client of the REST calls that Confluent Schema Registry, Karapace, Redpanda and Apicurio's {@code /apis/ccompat/v7} share. All calls are
 * idempotent. A call without an answer, or with a server error, is tried at each server, three times in all.
 */
final class RestSchemaRegistry implements SchemaRegistry {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    /** The time-out of a request ends with the answer's headers; this one does with the last byte of the answer. */
    private static final Duration WHOLE_ANSWER_TIMEOUT = Duration.ofSeconds(20);

    private static final String IDS = "/schemas/ids/";
    private static final int LONGEST_SHOWN = 300;
    private static final int ROUNDS = 3;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final RegistryEndpoint endpoint;
    private final Duration answerTimeout;
    private final HttpClient http;
    private final Map<Integer, Schema> byId = new ConcurrentHashMap<>();
    private final UnreadableIds unreadable;

    RestSchemaRegistry(RegistryEndpoint endpoint) {
        this(endpoint, System::nanoTime, WHOLE_ANSWER_TIMEOUT);
    }

    RestSchemaRegistry(RegistryEndpoint endpoint, LongSupplier nanos, Duration answerTimeout) {
        this.endpoint = endpoint;
        this.answerTimeout = answerTimeout;
        this.unreadable = new UnreadableIds(nanos);
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER);
        if (endpoint.tls() != null) {
            builder.sslContext(endpoint.tls().context())
                    .sslParameters(endpoint.tls().parameters());
        }
        this.http = builder.build();
    }

    @Override
    public int register(String subject, Schema schema) {
        return known(id(call("/subjects/" + segment(subject) + "/versions", schema)), schema);
    }

    @Override
    public int lookup(String subject, Schema schema) {
        return known(id(call("/subjects/" + segment(subject), schema)), schema);
    }

    /** Remembers a schema, as it never changes: records written with it here stay readable here, whatever the registry answers later. */
    private int known(int id, Schema schema) {
        byId.putIfAbsent(id, schema);
        return id;
    }

    @Override
    public Schema byId(int id) {
        Schema known = byId.get(id);
        if (known != null) {
            return known;
        }
        // outside the map: nobody waits for another thread's request
        Schema fetched = fetch(id);
        Schema earlier = byId.putIfAbsent(id, fetched);
        return earlier == null ? fetched : earlier;
    }

    /** Returns true if the registry finds a known schema again, or lists its subjects. */
    @Override
    public boolean answers() {
        Integer known = byId.keySet().stream().findAny().orElse(null);
        for (Server server : endpoint.servers()) {
            try {
                HttpResponse<String> response = send(server, known == null ? "/subjects" : IDS + known, null);
                JsonNode body = response.statusCode() == 200 ? json(response) : JSON.missingNode();
                if (known == null ? body.isArray() : body.path("schema").isTextual()) {
                    return true;
                }
            } catch (RegistryException e) {
                // try the next server
            }
        }
        return false;
    }

    @Override
    public boolean compatible(String subject, Schema schema) {
        try {
            String path = "/compatibility/subjects/" + segment(subject) + "/versions/latest";
            return call(path, schema).path("is_compatible").asBoolean();
        } catch (RegistryException e) {
            if (e.isUnknown()) {
                return true;
            }
            throw e;
        }
    }

    private Schema fetch(int id) {
        UnreadableIds.Asked asked = unreadable.ask(id);
        try {
            return ask(id);
        } catch (RegistryException e) {
            if (e.isAboutTheSchema()) {
                unreadable.remember(id, e, asked);
                throw e;
            }
            if (isRefusalOfUs(e.code()) || !answers()) {
                throw e;
            }
            RegistryException answer = new RegistryException(
                    RegistryException.INVALID_SCHEMA, e.getMessage() + ", though it answers for others", e);
            unreadable.remember(id, answer, asked);
            throw answer;
        }
    }

    private Schema ask(int id) {
        if (id < 0) {
            throw new RegistryException(
                    RegistryException.SCHEMA_NOT_FOUND,
                    "schema " + id + " (expected: registries give ids of 0 and above)");
        }
        JsonNode answer = call(IDS + id, null);
        String type = answer.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw new RegistryException(
                    RegistryException.INVALID_SCHEMA, "schema " + id + " is of type " + type + " (expected: AVRO)");
        }
        return Subjects.parse(answer.path("schema").asText());
    }

    /** Returns true if there was no answer, or one to retry later or with other credentials; this says nothing about any schema. */
    private static boolean isRefusalOfUs(int code) {
        return Set.of(RegistryException.UNREACHABLE, 401, 403, 407, 429).contains(RegistryException.status(code));
    }

    private static int id(JsonNode answer) {
        JsonNode id = answer.path("id");
        if (!id.canConvertToInt() || id.isMissingNode()) {
            throw new RegistryException(500, "the registry answered " + answer + " (expected: an object with an id)");
        }
        return id.intValue();
    }

    private JsonNode call(String path, @Nullable Schema schema) {
        RegistryException failure = null;
        for (int round = 0; round < ROUNDS; round++) {
            if (round > 0) {
                pause(round);
            }
            for (Server server : endpoint.servers()) {
                try {
                    return answer(send(server, path, schema));
                } catch (RegistryException e) {
                    failure = e;
                    if (!e.isOfTheServer()) {
                        throw e;
                    }
                }
            }
        }
        throw failure == null ? new IllegalStateException("no servers") : failure;
    }

    private HttpResponse<String> send(Server server, String path, @Nullable Schema schema) {
        URI uri = URI.create(server.base() + path);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(ANSWER_TIMEOUT).header("Accept", MEDIA_TYPE + ", application/json");
        server.authorization().ifPresent(value -> request.header("Authorization", value));
        if (schema != null) {
            String body =
                    JSON.createObjectNode().put("schema", schema.toString()).toString();
            request.header("Content-Type", MEDIA_TYPE).POST(BodyPublishers.ofString(body));
        }
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(request.build(), BodyHandlers.ofString());
        try {
            return answer.get(answerTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw noAnswer(uri, failure);
            }
            throw new IllegalStateException("no request to " + uri, e.getCause());
        } catch (TimeoutException e) {
            throw noAnswer(uri, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            answer.cancel(true);
        }
    }

    private static RegistryException noAnswer(URI uri, Throwable failure) {
        return new RegistryException(
                RegistryException.UNREACHABLE,
                "no answer from the schema registry at " + uri + ": " + failure,
                failure);
    }

    private static JsonNode answer(HttpResponse<String> response) {
        URI uri = response.request().uri();
        JsonNode body = json(response);
        if (response.statusCode() == 200 && body.isObject()) {
            return body;
        }
        if (response.statusCode() / 100 == 3) {
            String to = response.headers().firstValue("Location").orElse("nowhere");
            throw new RegistryException(
                    response.statusCode(),
                    "the schema registry at " + uri + " is moved to " + to + " (expected: " + SchemaRegistries.URL
                            + " names where it is; redirects are not followed)");
        }
        int code = response.statusCode() == 200 ? 500 : body.path("error_code").asInt(response.statusCode());
        String message = shown(body.path("message").asText(response.body().strip()));
        throw new RegistryException(
                code, "the schema registry at " + uri + " answered " + response.statusCode() + ": " + message);
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    /** Shortens a text for a message; the beginning of an unexpected page is enough. */
    private static String shown(String text) {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }

    private static void pause(int round) {
        try {
            Thread.sleep(PAUSE.multipliedBy(round).toMillis());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
