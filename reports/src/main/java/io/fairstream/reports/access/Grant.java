package io.fairstream.reports.access;

import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * One thing that a role may do. Kafka lets whoever reads or writes a topic describe it, too.
 *
 * @param resource what kind of thing
 * @param pattern whether the name is all of it or its begin
 * @param name of the topic, consumer group or transactional id
 * @param operation what may be done with it
 * @param reason what the role needs it for
 */
public record Grant(ResourceType resource, PatternType pattern, String name, AclOperation operation, String reason) {
    /** From any host. */
    private static final String ANY_HOST = "*";

    /** As Kafka keeps it for a principal, such as {@code User:scheduler}. */
    public AclBinding binding(String principal) {
        return new AclBinding(
                new ResourcePattern(resource, name, pattern),
                new AccessControlEntry(principal, ANY_HOST, operation, AclPermissionType.ALLOW));
    }
}
