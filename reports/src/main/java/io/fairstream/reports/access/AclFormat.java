package io.fairstream.reports.access;

import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Report;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/** A role's ACLs as people read them, and as other tools take them. */
public final class AclFormat {

    /** Kafka's tool names a resource by an option. */
    private static final Map<ResourceType, String> OPTIONS = Map.of(
            ResourceType.TOPIC, "--topic",
            ResourceType.GROUP, "--group",
            ResourceType.TRANSACTIONAL_ID, "--transactional-id");

    private AclFormat() {}

    /** As rows. */
    public static Report<Grant> report(List<Grant> grants) {
        return new Columns<Grant>()
                .text("resource", grant -> word(grant.resource()))
                .text("pattern", grant -> word(grant.pattern()))
                .text("name", Grant::name)
                .text("operation", grant -> word(grant.operation()))
                .text("reason", Grant::reason)
                .report(grants);
    }

    /** A word of Kafka as its documentation writes it: {@code transactional-id}. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * As calls of Kafka's {@code kafka-acls}, a line each.
     *
     * @param principal such as {@code User:scheduler}
     * @param bootstrapServers what to put behind {@code --bootstrap-server}
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

    /** As Kafka's and Strimzi's tools write it: {@code Read}. */
    public static String operation(AclOperation operation) {
        StringBuilder text = new StringBuilder();
        for (String part : operation.name().split("_", -1)) {
            text.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }
}
