package io.fairstream.admin;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import io.fairstream.app.config.Settings;
import io.fairstream.client.InputTopic;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topic.SteeringTopics;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/** Role of a client of the cluster. */
public enum Role {
    /** Produces events, and sees which of them were rejected. */
    SCHEDULER("produces matches and job events, reads their rejections"),
    /** Runs on each node. */
    AGENT("produces session deltas"),
    /** Serves BOINC clients. */
    GATEWAY("produces host reports, reads assignments"),
    /** Runs the command {@code run}. */
    TOPOLOGY("computes the tables from the inputs"),
    /** Divides a pool by the priorities. */
    NEGOTIATOR("reads priorities, usage and what is in use"),
    /** Orders jobs of another scheduler by the balance. */
    STEERER("reads priorities, shares and balances, records its edits of a scheduler"),
    /** Tells people about their allocations. */
    NOTIFIER("reads notices of allocations"),
    /** Reads everything and changes nothing. */
    ANALYST("reads all topics, audits them"),
    /** Makes decisions, which are inputs of the topology. */
    ADMINISTRATOR("edits accounts, shares, allocations, projects and preferences, and reads the results");

    private static final Set<Topic<?>> READ_AGAIN = Set.of(Topics.CHARGES, Topics.ASSOCIATION_USAGE, Topics.BALANCES);

    private final String does;

    Role(String does) {
        this.does = does;
    }

    /** Returns the role's task, as a verb and its objects. */
    public String does() {
        return does;
    }

    /** Returns the name as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the minimal permissions for topics and an application id of these settings. */
    public List<Grant> grants(Settings settings) {
        Grants grants = new Grants(settings);
        switch (this) {
            case SCHEDULER ->
                grants.topics(WRITE, "its events", Topics.MATCHES, Topics.JOB_EVENTS)
                        .topics(READ, "rejections", Topics.REJECTIONS)
                        .topics(READ, "the topology's terms", Topics.SETTINGS)
                        .group(DESCRIBE, "progress of the topology");
            case AGENT -> grants.topics(WRITE, "its snapshots", Topics.SESSION_DELTAS);
            case GATEWAY ->
                grants.topics(WRITE, "hosts' reports", Topics.HOST_REPORTS)
                        .topics(READ, "assignments of hosts", Topics.ASSIGNMENTS, Topics.PROJECTS);
            case TOPOLOGY -> topology(grants);
            case NEGOTIATOR ->
                grants.topics(READ, "priorities and shares", Topics.PRIORITIES)
                        .topics(READ, "what is in use", Topics.OPEN_MATCHES)
                        .topics(READ, "the newest event time of the pool", Topics.INPUT_COUNTS)
                        .topics(READ, "the topology's terms", Topics.SETTINGS);
            case STEERER ->
                grants.topics(READ, "priorities and shares", Topics.PRIORITIES, Topics.FAIR_SHARE)
                        .topics(READ, "use on other clusters", Topics.OPEN_MATCHES)
                        .topics(READ, "spent allocations", Topics.BALANCES)
                        .topics(READ, "lag of the topology", Topics.INPUT_COUNTS)
                        .topics(READ, "the previous value", Topics.SHADOW, Topics.STEERED)
                        .topics(
                                WRITE,
                                "edits sent, and previous values",
                                Topics.SHADOW,
                                Topics.STEERING,
                                Topics.STEERED)
                        .transactions(WRITE, "only one steerer per scheduler");
            case NOTIFIER -> grants.topics(READ, "notices to deliver", Topics.NOTICES);
            case ANALYST -> {
                Topics.all().forEach(topic -> grants.topics(READ, "reports", topic));
                grants.group(DESCRIBE, "progress of the topology");
            }
            case ADMINISTRATOR -> {
                InputTopic.ALL.stream()
                        .filter(InputTopic::isDecision)
                        .map(InputTopic::topic)
                        .forEach(topic ->
                                grants.topics(WRITE, "decisions", topic).topics(READ, "what stands", topic));
                grants.topics(WRITE, "which schedulers are steered", Topics.STEERED)
                        .topics(READ, "which schedulers are steered", Topics.STEERED, Topics.STEERING)
                        .topics(READ, "users of the edits", Topics.PRIORITIES)
                        .topics(READ, "position of the events", Topics.INPUT_COUNTS)
                        .topics(READ, "rejections", Topics.REJECTIONS)
                        .topics(READ, "the topology's terms", Topics.SETTINGS)
                        .ownTopics(DESCRIBE, "repartitioned records")
                        .group(DESCRIBE, "progress of the topology");
            }
        }
        return grants.all();
    }

    private static void topology(Grants grants) {
        for (Topic<?> topic : Topics.all()) {
            boolean isInput =
                    InputTopic.ALL.stream().anyMatch(input -> input.topic().equals(topic));
            if (isInput) {
                grants.topics(READ, "inputs", topic);
            }
            if (READ_AGAIN.contains(topic)) {
                grants.topics(READ, "records between stages", topic);
            }
            if (!isInput && !SteeringTopics.ALL.contains(topic)) {
                grants.topics(WRITE, "tables and journals", topic);
            }
        }
        grants.group(READ, "the instances share the work")
                .ownTopics(CREATE, "changelogs and repartitioned records")
                .ownTopics(READ, "to restore state")
                .ownTopics(WRITE, "to keep state")
                .ownTopics(DELETE, "repartitioned records that were read")
                .transactions(WRITE, "exactly once");
    }

    /** Builder of the permissions. */
    private static final class Grants {
        private final Settings settings;
        private final List<Grant> all = new ArrayList<>();

        Grants(Settings settings) {
            this.settings = settings;
        }

        Grants topics(AclOperation operation, String reason, Topic<?>... topics) {
            for (Topic<?> topic : topics) {
                add(ResourceType.TOPIC, PatternType.LITERAL, topic.in(settings.topicPrefix()), operation, reason);
            }
            return this;
        }

        Grants group(AclOperation operation, String reason) {
            return add(ResourceType.GROUP, PatternType.LITERAL, settings.applicationId(), operation, reason);
        }

        Grants ownTopics(AclOperation operation, String reason) {
            return add(ResourceType.TOPIC, PatternType.PREFIXED, settings.applicationId() + "-", operation, reason);
        }

        Grants transactions(AclOperation operation, String reason) {
            return add(
                    ResourceType.TRANSACTIONAL_ID,
                    PatternType.PREFIXED,
                    settings.applicationId() + "-",
                    operation,
                    reason);
        }

        private Grants add(
                ResourceType resource, PatternType pattern, String name, AclOperation operation, String reason) {
            all.add(new Grant(resource, pattern, name, operation, reason));
            return this;
        }

        List<Grant> all() {
            return List.copyOf(all);
        }
    }
}
