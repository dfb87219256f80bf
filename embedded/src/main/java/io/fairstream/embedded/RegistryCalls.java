package io.fairstream.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.schemas.registry.SchemaRegistry.SubjectVersion;
import io.fairstream.schemas.registry.Subjects;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/** REST calls of a schema registry, without HTTP: method, path and body in, JSON out; a refusal is a {@link RegistryException}. */
final class RegistryCalls {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LATEST = "latest";
    private static final Setting COMPATIBILITY = new Setting(
            "compatibility", "compatibilityLevel", "BACKWARD", RegistryException.COMPATIBILITY_NOT_CONFIGURED);
    private static final Setting MODE = new Setting("mode", "mode", "READWRITE", RegistryException.MODE_NOT_CONFIGURED);

    /**
     * Setting that Confluent's registry accepts globally and per subject; this registry has a fixed global value only.
     *
     * @param notConfigured error code for the setting of a single subject
     */
    private record Setting(String name, String field, String value, int notConfigured) {}

    private final Subjects subjects;
    private final Consumer<SubjectVersion> storage;

    /**
     * @param storage stores a new version before it becomes visible
     */
    RegistryCalls(Subjects subjects, Consumer<SubjectVersion> storage) {
        this.subjects = subjects;
        this.storage = storage;
    }

    /**
     * Answers one call.
     *
     * @param path decoded segments of the path
     * @param query part after the question mark; empty if there is none
     */
    String answer(String method, List<String> path, String query, String body) {
        return switch (method) {
            case "GET" -> get(path, query);
            case "POST" -> post(path, query.contains("verbose=true"), body).toString();
            default -> throw new RegistryException(405, "HTTP 405 Method Not Allowed");
        };
    }

    private String get(List<String> path, String query) {
        if (path.isEmpty()) {
            return "{}";
        }
        List<String> rest = path.subList(1, path.size());
        return switch (path.get(0)) {
            case "config" -> setting(rest, query, COMPATIBILITY).toString();
            case "mode" -> setting(rest, query, MODE).toString();
            case "contexts" -> strings(Stream.of(".")).toString();
            case "schemas" -> schemas(rest);
            case "subjects" -> rest.isEmpty() ? strings(listed()).toString() : subject(rest);
            default -> throw notFound();
        };
    }

    private JsonNode post(List<String> path, boolean verbose, String body) {
        if (path.size() == 5
                && path.get(0).equals("compatibility")
                && path.get(1).equals("subjects")) {
            return compatibility(path.get(2), path.get(4), verbose, schema(body));
        }
        if (path.size() == 2 && path.get(0).equals("subjects")) {
            return json(subjects.lookup(path.get(1), schema(body)));
        }
        if (path.size() == 3 && path.get(0).equals("subjects") && path.get(2).equals("versions")) {
            return JSON.createObjectNode().put("id", register(path.get(1), schema(body)));
        }
        throw notFound();
    }

    /** Returns a setting that is fixed for all subjects; no subject has its own value. */
    private static JsonNode setting(List<String> subject, String query, Setting setting) {
        if (subject.size() > 1) {
            throw notFound();
        }
        if (subject.size() == 1 && !query.contains("defaultToGlobal=true")) {
            throw new RegistryException(
                    setting.notConfigured(),
                    "Subject '" + subject.get(0) + "' does not have subject-level " + setting.name() + " configured");
        }
        return JSON.createObjectNode().put(setting.field(), setting.value());
    }

    /** Names of all subjects except those of repartition topics, which are internal to a Streams application. */
    private Stream<String> listed() {
        return subjects.names().stream()
                .filter(name -> !name.endsWith("-repartition-value") && !name.endsWith("-repartition-key"))
                .sorted();
    }

    private String schemas(List<String> path) {
        if (path.equals(List.of("types"))) {
            return strings(Stream.of("AVRO")).toString();
        }
        if (path.size() < 2 || path.size() > 3 || !path.get(0).equals("ids")) {
            throw notFound();
        }
        int id = id(path.get(1));
        String text = subjects.text(id);
        return switch (path.size() == 2 ? "" : path.get(2)) {
            case "" -> JSON.createObjectNode().put("schema", text).toString();
            case "schema" -> text;
            case "subjects" ->
                strings(subjects.versions(id).stream().map(SubjectVersion::subject))
                        .toString();
            case "versions" ->
                subjects.versions(id).stream()
                        .map(version -> JSON.createObjectNode()
                                .put("subject", version.subject())
                                .put("version", version.version()))
                        .collect(JSON::createArrayNode, ArrayNode::add, ArrayNode::addAll)
                        .toString();
            default -> throw notFound();
        };
    }

    private String subject(List<String> path) {
        if (path.size() < 2 || path.size() > 4 || !path.get(1).equals("versions")) {
            throw notFound();
        }
        if (path.size() == 2) {
            return versions(path.get(0)).toString();
        }
        SubjectVersion version = version(path.get(0), path.get(2));
        if (path.size() == 3) {
            return json(version).toString();
        }
        if (path.get(3).equals("schema")) {
            return version.schema();
        }
        throw notFound();
    }

    private static ArrayNode strings(Stream<String> texts) {
        return texts.collect(JSON::createArrayNode, ArrayNode::add, ArrayNode::addAll);
    }

    private synchronized int register(String subject, String text) {
        SubjectVersion version = subjects.next(subject, text);
        if (!subjects.contains(version)) {
            storage.accept(version);
            subjects.add(version);
        }
        return version.id();
    }

    private JsonNode versions(String subject) {
        ArrayNode numbers = JSON.createArrayNode();
        subjects.versions(subject).forEach(version -> numbers.add(version.version()));
        return numbers;
    }

    private SubjectVersion version(String subject, String number) {
        List<SubjectVersion> versions = subjects.versions(subject);
        if (number.equals(LATEST) || number.equals("-1")) {
            return versions.get(versions.size() - 1);
        }
        int wanted = number(number);
        return versions.stream()
                .filter(version -> version.version() == wanted)
                .findFirst()
                .orElseThrow(() -> new RegistryException(
                        RegistryException.VERSION_NOT_FOUND, "Version " + number + " not found."));
    }

    private JsonNode compatibility(String subject, String number, boolean verbose, String text) {
        Schema reader = Subjects.parse(text);
        boolean first = number.equals(LATEST) && !subjects.names().contains(subject);
        List<String> reasons = first
                ? List.of()
                : Subjects.incompatibilities(
                        reader, Subjects.parse(version(subject, number).schema()));
        ObjectNode answer = JSON.createObjectNode().put("is_compatible", reasons.isEmpty());
        if (verbose) {
            reasons.forEach(answer.putArray("messages")::add);
        }
        return answer;
    }

    private static String schema(String body) {
        JsonNode request;
        try {
            request = JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new RegistryException(400, "the request is no JSON: " + e.getOriginalMessage());
        }
        String type = request.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw invalid("schemaType " + type + " (expected: AVRO)");
        }
        if (!request.path("references").isEmpty()) {
            throw invalid("references (expected: a schema that is complete)");
        }
        if (!request.path("schema").isTextual()) {
            throw invalid("no schema (expected: the schema's text in the field schema)");
        }
        return request.path("schema").asText();
    }

    private static int id(String text) {
        if (!text.matches("-?[0-9]{1,10}")) {
            throw notFound();
        }
        long id = Long.parseLong(text);
        if (id != (int) id) {
            throw new RegistryException(RegistryException.SCHEMA_NOT_FOUND, "Schema " + id + " not found");
        }
        return (int) id;
    }

    private static int number(String text) {
        if (text.matches("[1-9][0-9]{0,8}")) {
            return Integer.parseInt(text);
        }
        throw new RegistryException(
                RegistryException.INVALID_VERSION,
                "The specified version '" + text + "' is not a valid version id (expected: 1 or more, or latest).");
    }

    private static JsonNode json(SubjectVersion version) {
        return JSON.createObjectNode()
                .put("subject", version.subject())
                .put("version", version.version())
                .put("id", version.id())
                .put("schema", version.schema());
    }

    static JsonNode json(RegistryException refusal) {
        return JSON.createObjectNode().put("error_code", refusal.code()).put("message", refusal.getMessage());
    }

    static List<String> segments(String rawPath) {
        return List.of(rawPath.split("/")).stream()
                .filter(segment -> !segment.isEmpty())
                .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
                .collect(Collectors.toUnmodifiableList());
    }

    private static RegistryException invalid(String problem) {
        return new RegistryException(RegistryException.INVALID_SCHEMA, "Invalid schema: " + problem);
    }

    private static RegistryException notFound() {
        return new RegistryException(404, "HTTP 404 Not Found");
    }
}
