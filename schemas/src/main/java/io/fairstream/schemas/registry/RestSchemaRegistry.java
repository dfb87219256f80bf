package io.fairstream.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.schemas.registry.RegistryEndpoint.Server;
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
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * A client of the REST calls that Confluent Schema Registry, Karapace, Redpanda and Apicurio's {@code /apis/ccompat/v7} share.
 * Every call is idempotent; one that gets no answer, or a server's trouble, is tried at each server, three times in all.
 */
final class RestSchemaRegistry implements SchemaRegistry {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final int ROUNDS = 3;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final RegistryEndpoint endpoint;
    private final HttpClient http;
    private final Map<Integer, Schema> byId = new ConcurrentHashMap<>();

    RestSchemaRegistry(RegistryEndpoint endpoint) {
        this.endpoint = endpoint;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER);
        if (endpoint.tls() != null) {
            builder.sslContext(endpoint.tls());
        }
        this.http = builder.build();
    }

    @Override
    public int register(String subject, Schema schema) {
        return id(call("/subjects/" + segment(subject) + "/versions", schema));
    }

    @Override
    public int lookup(String subject, Schema schema) {
        return id(call("/subjects/" + segment(subject), schema));
    }

    @Override
    public Schema byId(int id) {
        Schema known = byId.get(id);
        return known == null ? byId.computeIfAbsent(id, this::fetch) : known;
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
        JsonNode answer = call("/schemas/ids/" + id, null);
        String type = answer.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw new RegistryException(
                    RegistryException.INVALID_SCHEMA, "schema " + id + " is of type " + type + " (expected: AVRO)");
        }
        return Subjects.parse(answer.path("schema").asText());
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
                    return call(server, path, schema);
                } catch (RegistryException e) {
                    failure = e;
                    if (!isServersTrouble(e.code())) {
                        throw e;
                    }
                }
            }
        }
        throw failure == null ? new IllegalStateException("no servers") : failure;
    }

    private static boolean isServersTrouble(int code) {
        int status = code >= 1000 ? code / 100 : code;
        return status == RegistryException.UNREACHABLE || status == 429 || status >= 500;
    }

    private JsonNode call(Server server, String path, @Nullable Schema schema) {
        URI uri = URI.create(server.base() + path);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(ANSWER_TIMEOUT).header("Accept", MEDIA_TYPE + ", application/json");
        server.authorization().ifPresent(value -> request.header("Authorization", value));
        if (schema != null) {
            String body =
                    JSON.createObjectNode().put("schema", schema.toString()).toString();
            request.header("Content-Type", MEDIA_TYPE).POST(BodyPublishers.ofString(body));
        }
        try {
            return answer(uri, http.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new RegistryException(
                    RegistryException.UNREACHABLE, "no answer from the schema registry at " + uri + ": " + e, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static JsonNode answer(URI uri, HttpResponse<String> response) {
        JsonNode body;
        try {
            body = JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            body = JSON.missingNode();
        }
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
        String said = body.path("message").asText(response.body().strip());
        throw new RegistryException(
                code, "the schema registry at " + uri + " answered " + response.statusCode() + ": " + said);
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
