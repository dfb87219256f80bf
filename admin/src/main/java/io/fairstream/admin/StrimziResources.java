package io.fairstream.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Resources of Strimzi 0.49 or newer, in JSON, which Kubernetes accepts like YAML. Strimzi only handles resources with
 * its cluster's name in the label {@code strimzi.io/cluster}; add it with kustomize or {@code kubectl label}.
 */
public final class StrimziResources {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String API = "kafka.strimzi.io/v1";
    private static final String USER = "User:";
    private static final Map<ResourceType, String> TYPES = Map.of(
            ResourceType.TOPIC, "topic",
            ResourceType.GROUP, "group",
            ResourceType.TRANSACTIONAL_ID, "transactionalId");

    private StrimziResources() {}

    /**
     * Returns a role's ACLs as a {@code KafkaUser}.
     *
     * @param principal such as {@code User:scheduler}, whose name becomes the resource's
     */
    public static String user(List<Grant> grants, String principal) {
        ObjectNode user =
                resource("KafkaUser", principal.startsWith(USER) ? principal.substring(USER.length()) : principal);
        ObjectNode authorization = user.putObject("spec").putObject("authorization");
        authorization.put("type", "simple");
        ArrayNode acls = authorization.putArray("acls");
        for (Grant grant : grants) {
            ObjectNode acl = acls.addObject();
            ObjectNode resource = acl.putObject("resource");
            resource.put("type", TYPES.get(grant.resource())).put("name", grant.name());
            resource.put("patternType", grant.pattern() == PatternType.PREFIXED ? "prefix" : "literal");
            acl.putArray("operations").add(Grant.operation(grant.operation()));
        }
        return user.toPrettyString();
    }

    /** Returns the catalogue, one {@code KafkaTopic} each, with the prefix, partitions and replicas of these settings. */
    public static List<String> topics(Settings settings) {
        return Topics.all().stream().map(topic -> topic(topic, settings)).toList();
    }

    private static String topic(Topic<?> topic, Settings settings) {
        String name = topic.in(settings.topicPrefix());
        ObjectNode resource = resource("KafkaTopic", name);
        ObjectNode spec = resource.putObject("spec");
        spec.put("topicName", name).put("partitions", settings.get(Keys.PARTITIONS));
        if (settings.get(Keys.REPLICATION_FACTOR) > 0) {
            spec.put("replicas", settings.get(Keys.REPLICATION_FACTOR));
        }
        ObjectNode config = spec.putObject("config");
        new TreeMap<>(topic.config()).forEach(config::put);
        return resource.toPrettyString();
    }

    /** Creates a resource with a valid name: Kubernetes allows lower-case letters, digits, dashes and dots. */
    private static ObjectNode resource(String kind, String name) {
        ObjectNode resource = JSON.createObjectNode();
        resource.put("apiVersion", API).put("kind", kind);
        resource.putObject("metadata").put("name", name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-"));
        return resource;
    }
}
