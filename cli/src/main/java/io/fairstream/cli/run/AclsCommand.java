package io.fairstream.cli.run;

import io.fairstream.admin.AccessCheck;
import io.fairstream.admin.Grant;
import io.fairstream.admin.Role;
import io.fairstream.admin.StrimziResources;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.options.Shows;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code acls}: lists the permissions that a role needs, and checks those that a cluster grants. */
@Command(
        name = "acls",
        footer = {
            "fairstream acls --role scheduler --principal User:slurm --format kafka-acls",
            "fairstream acls --role topology --check --command-config admin.properties --bootstrap-server HOST:PORT"
        },
        description = {
            "Print the least access control lists (ACLs) of a role, for the topics and the application id of the settings.",
            "With --check compare them with what the cluster has for the principal; exit code 1 if one is missing or one is"
                    + " more than the role needs. What each role does: docs/security.md."
        })
public final class AclsCommand extends RowsCommand implements Shows {
    private static final String ANY_CLUSTER = "HOST:PORT";

    /** Output format. */
    enum Form {
        TEXT,
        KAFKA_ACLS,
        STRIMZI;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Option(names = "--role", required = true, paramLabel = "ROLE", description = "${COMPLETION-CANDIDATES}.")
    private Role role = Role.SCHEDULER;

    @Option(
            names = "--principal",
            paramLabel = "PRINCIPAL",
            description = "Principal of the ACLs, as User:NAME or User:CN=…. Default: User: and the role.")
    private @Nullable String principal;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text (or --json, --csv), calls of Kafka's kafka-acls, or a KafkaUser of strimzi.")
    private Form form = Form.TEXT;

    @Option(names = "--check", description = "Compare with the ACLs of the cluster.")
    private boolean isChecked;

    @Override
    public Integer call() {
        String whose = whose();
        if (!isChecked) {
            print(needed(whose, Settings.parse(settings().entries())));
            return 0;
        }
        try (Cluster cluster = open()) {
            AccessCheck check = AccessCheck.of(role, whose, cluster.settings());
            print(checked(whose, check));
            int count = check.differences().size();
            if (count > 0) {
                throw new Failure("acls: " + count + " differences (expected: none)");
            }
            return 0;
        }
    }

    @Override
    public Document document(TopicReader reader) {
        String whose = whose();
        return isChecked
                ? checked(whose, AccessCheck.of(role, whose, reader.settings()))
                : needed(whose, reader.settings());
    }

    private String whose() {
        String whose = principal == null ? "User:" + role : principal;
        if (!whose.startsWith("User:") || whose.length() == "User:".length()) {
            throw usage("--principal: " + whose + " (expected: User: and a name)");
        }
        return whose;
    }

    private Document needed(String whose, Settings settings) {
        List<Grant> grants = role.grants(settings);
        return switch (form) {
            case TEXT ->
                new Document()
                        .say(whose + ", the " + role + ": " + role.does() + ".")
                        .with(Grant.report(grants));
            case KAFKA_ACLS ->
                lines(Grant.kafkaAcls(grants, whose, settings.bootstrapServers().orElse(ANY_CLUSTER)));
            case STRIMZI -> lines(List.of(StrimziResources.user(grants, whose)));
        };
    }

    private static Document lines(List<String> lines) {
        Document document = new Document();
        lines.forEach(document::say);
        return document;
    }

    private Document checked(String whose, AccessCheck check) {
        return check.differences().isEmpty()
                ? new Document().say(whose + " has the ACLs of the " + role + ", and no others.")
                : Document.of(check.report());
    }
}
