package io.fairstream.admin;

import io.fairstream.admin.Diagnosis.Area;
import io.fairstream.app.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SecurityDisabledException;

/** Check of access rights, within those that the caller may see. */
final class Access {
    private static final String PAGE = "docs/security.md";

    private final Admin admin;
    private final Settings settings;

    Access(Admin admin, Settings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    List<Diagnosis> findings() throws ExecutionException, InterruptedException {
        List<Diagnosis> findings = new ArrayList<>();
        Object protocol = settings.admin()
                .getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "PLAINTEXT")
                .toString()
                .toUpperCase(Locale.ROOT);
        findings.add(
                protocol.equals("PLAINTEXT") || protocol.equals("SASL_PLAINTEXT")
                        ? Diagnosis.look(Area.ACCESS, protocol + ": connections are not encrypted", PAGE)
                        : Diagnosis.ok(Area.ACCESS, protocol + " on the way to Kafka"));
        findings.add(acls());
        return findings;
    }

    private Diagnosis acls() throws ExecutionException, InterruptedException {
        try {
            int count = admin.describeAcls(AclBindingFilter.ANY).values().get().size();
            return Diagnosis.ok(Area.ACCESS, count + " ACLs; fairstream acls --check compares those of a role");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SecurityDisabledException) {
                return Diagnosis.look(Area.ACCESS, "no authorizer: all clients may write all topics", PAGE);
            }
            if (e.getCause() instanceof AuthorizationException) {
                return Diagnosis.look(
                        Area.ACCESS, "this client may not list ACLs", "use --command-config with an administrator");
            }
            throw e;
        }
    }
}
