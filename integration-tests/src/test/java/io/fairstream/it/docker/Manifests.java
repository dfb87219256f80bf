package io.fairstream.it.docker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Resources of Kubernetes and Strimzi as files have them, read into the classes of both, which must know every field. */
final class Manifests {
    static final Path FOLDER = DockerFiles.FOLDER.resolve("kubernetes");

    /** By version and kind. */
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "v1 ConfigMap", ConfigMap.class,
            "v1 Namespace", Namespace.class,
            "v1 Secret", Secret.class,
            "v1 Service", Service.class,
            "apps/v1 StatefulSet", StatefulSet.class,
            "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
            "kafka.strimzi.io/v1 KafkaTopic", KafkaTopic.class,
            "kafka.strimzi.io/v1 KafkaUser", KafkaUser.class);

    /** The classes take fields that they do not know into a map; here they must not. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            })
            .build();

    private Manifests() {}

    /** The documents of a file. */
    static List<JsonNode> documents(Path file) {
        YAMLMapper yaml = new YAMLMapper();
        try (MappingIterator<JsonNode> documents =
                yaml.readerFor(JsonNode.class).readValues(file.toFile())) {
            return documents.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The resources of a file. */
    static List<HasMetadata> read(Path file) {
        return documents(file).stream().map(Manifests::resource).toList();
    }

    static HasMetadata resource(JsonNode document) {
        String kind = document.path("apiVersion").asText() + " "
                + document.path("kind").asText();
        Class<? extends HasMetadata> type = KINDS.get(kind);
        if (type == null) {
            throw new AssertionError(kind + " (expected: one of " + KINDS.keySet() + ")");
        }
        try {
            return STRICT.treeToValue(document, type);
        } catch (JsonProcessingException e) {
            throw new AssertionError(kind + ": " + e.getMessage(), e);
        }
    }
}
