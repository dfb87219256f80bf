package io.fairstream.admin;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Report;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Permission of a role. In Kafka, read and write permission on a topic include describe.
 *
 * @param resource its type
 * @param pattern whether the name is complete or a prefix
 * @param name of the topic, consumer group or transactional id
 * @param operation permitted operation
 * @param reason purpose of the permission
 */
public record Grant(ResourceType resource, PatternType pattern, String name, AclOperation operation, String reason) {
    /** Options of {@code kafka-acls} by resource type. */
    private static final Map<ResourceType, String> OPTIONS = Map.of(
            ResourceType.TOPIC, "--topic",
            ResourceType.GROUP, "--group",
            ResourceType.TRANSACTIONAL_ID, "--transactional-id");

    /** From any host. */
    private static final String ANY_HOST = "*";

    /** Returns the ACL binding for a principal, such as {@code User:scheduler}. */
    public AclBinding binding(String principal) {
        return new AclBinding(
                new ResourcePattern(resource, name, pattern),
                new AccessControlEntry(principal, ANY_HOST, operation, AclPermissionType.ALLOW));
    }

    /** Returns the ACLs as rows. */
    public static Report<Grant> report(List<Grant> grants) {
        return new Columns<Grant>()
                .text("resource", grant -> word(grant.resource()))
                .text("pattern", grant -> word(grant.pattern()))
                .text("name", Grant::name)
                .text("operation", grant -> word(grant.operation()))
                .text("reason", Grant::reason)
                .report(grants);
    }

    /** Returns a name as in Kafka's documentation: {@code transactional-id}. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns commands for Kafka's {@code kafka-acls}, one a line.
     *
     * @param principal such as {@code User:scheduler}
     * @param bootstrapServers value of {@code --bootstrap-server}
     */
    public static List<String> kafkaAcls(List<Grant> grants, String principal, String bootstrapServers) {
        return grants.stream()
                .map(grant -> String.format(
                        "kafka-acls --bootstrap-server %s --add --allow-principal '%s' --operation %s %s '%s'%s",
                        bootstrapServers,
                        principal,
                        operation(grant.operation()),
                        OPTIONS.get(grant.resource()),
                        grant.name(),
                        grant.pattern() == PatternType.PREFIXED ? " --resource-pattern-type prefixed" : ""))
                .toList();
    }

    /** Returns the name of an operation as in Kafka's and Strimzi's tools: {@code Read}. */
    public static String operation(AclOperation operation) {
        StringBuilder text = new StringBuilder();
        for (String part : operation.name().split("_", -1)) {
            text.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }
}
