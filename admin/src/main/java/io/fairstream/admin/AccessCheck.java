package io.fairstream.admin;

import io.fairstream.app.config.Settings;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.Failure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.resource.ResourcePatternFilter;

/** Comparison of a principal's ACLs on a cluster with those of its role. */
public final class AccessCheck {
    private final Set<AclBinding> wanted;
    private final Set<AclBinding> found;

    /**
     * Compares.
     *
     * @param wanted ACLs of the role
     * @param found the principal's ACLs on the cluster
     */
    AccessCheck(Collection<AclBinding> wanted, Collection<AclBinding> found) {
        this.wanted = Set.copyOf(wanted);
        this.found = Set.copyOf(found);
    }

    /** An ACL that is missing or superfluous on the cluster. */
    public record Difference(AclBinding acl, boolean isMissing) {
        String says() {
            return isMissing ? "missing" : "more than the role needs";
        }
    }

    /**
     * Reads the ACLs from the cluster.
     *
     * @throws Failure if it has no authorizer, or does not let the caller see ACLs
     */
    public static AccessCheck of(Role role, String principal, Settings settings) {
        AclBindingFilter all = new AclBindingFilter(
                ResourcePatternFilter.ANY,
                new AccessControlEntryFilter(principal, null, AclOperation.ANY, AclPermissionType.ANY));
        try (Admin admin = Admin.create(settings.admin())) {
            Set<AclBinding> wanted = role.grants(settings).stream()
                    .map(grant -> grant.binding(principal))
                    .collect(Collectors.toSet());
            return new AccessCheck(wanted, admin.describeAcls(all).values().get());
        } catch (ExecutionException e) {
            throw new Failure("ACLs cannot be read: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Returns the differences, missing ACLs first. */
    public List<Difference> differences() {
        List<Difference> differences = new ArrayList<>();
        minus(wanted, found).forEach(acl -> differences.add(new Difference(acl, true)));
        minus(found, wanted).forEach(acl -> differences.add(new Difference(acl, false)));
        return differences;
    }

    private static List<AclBinding> minus(Set<AclBinding> some, Set<AclBinding> others) {
        Set<AclBinding> left = new HashSet<>(some);
        left.removeAll(others);
        return left.stream()
                .sorted((one, other) -> one.toString().compareTo(other.toString()))
                .toList();
    }

    /** Returns the differences as rows. */
    public Report<Difference> report() {
        return new Columns<Difference>()
                .text("is", Difference::says)
                .text("resource", row -> Grant.word(row.acl().pattern().resourceType()))
                .text("pattern", row -> Grant.word(row.acl().pattern().patternType()))
                .text("name", row -> row.acl().pattern().name())
                .text("operation", row -> Grant.word(row.acl().entry().operation()))
                .text("permission", row -> Grant.word(row.acl().entry().permissionType()))
                .text("host", row -> row.acl().entry().host())
                .report(differences());
    }
}
