package io.fairstream.admin;

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
    /** From any host. */
    private static final String ANY_HOST = "*";

    /** Returns the ACL binding for a principal, such as {@code User:scheduler}. */
    public AclBinding binding(String principal) {
        return new AclBinding(
                new ResourcePattern(resource, name, pattern),
                new AccessControlEntry(principal, ANY_HOST, operation, AclPermissionType.ALLOW));
    }
}
