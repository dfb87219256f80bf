package io.fairstream.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RoleTest {
    private static final Settings USUAL = Settings.parse(Map.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SCHEDULER     | matches job-events",
                "AGENT         | session-deltas",
                "GATEWAY       | host-reports",
                "NEGOTIATOR    | ''",
                "NOTIFIER      | ''",
                "ANALYST       | ''",
                "STEERER       | shadow steering steered",
                "ADMINISTRATOR | account-edits shares allocations projects preferences steered",
            })
    void aRoleWritesTheseTopicsAndNoOthers(Role role, String topics) {
        assertEquals(topics.isEmpty() ? Set.of() : Set.of(topics.split(" ", -1)), names(role, AclOperation.WRITE));
    }

    /** Nobody else may write what the topology writes, nor the topology what it believes. */
    @Test
    void eachTopicHasAWriterAndTheTopologyWritesNoInput() {
        Set<String> written = new HashSet<>(names(Role.TOPOLOGY, AclOperation.WRITE));
        for (Role role : Role.values()) {
            if (role != Role.TOPOLOGY) {
                Set<String> own = names(role, AclOperation.WRITE);
                assertTrue(own.stream().noneMatch(names(Role.TOPOLOGY, AclOperation.WRITE)::contains), role.toString());
                written.addAll(own);
                own.removeAll(
                        names(Role.STEERER, AclOperation.WRITE)); // of other schedulers the topology knows nothing
                assertTrue(names(Role.TOPOLOGY, AclOperation.READ).containsAll(own), role.toString());
            }
        }
        assertEquals(all(), written);
        assertEquals(all(), names(Role.ANALYST, AclOperation.READ));
    }

    @Test
    void aNotifierReadsNoticesOnly() {
        assertEquals(Set.of("notices"), names(Role.NOTIFIER, AclOperation.READ));
        assertEquals(1, Role.NOTIFIER.grants(USUAL).size());
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void namesAreThoseOfThePrefixAndTheApplicationId(Role role) {
        Settings other = Settings.parse(Map.of("topic.prefix", "two.", "application.id", "second"));
        for (Grant grant : role.grants(other)) {
            String begin = grant.resource() == ResourceType.TOPIC && grant.pattern() == PatternType.LITERAL
                    ? "two."
                    : "second";
            assertTrue(grant.name().startsWith(begin), grant.toString());
        }
    }

    @Test
    void otherToolsGetTheSame() throws Exception {
        List<Grant> grants = Role.TOPOLOGY.grants(USUAL);
        List<String> calls = Grant.kafkaAcls(grants, "User:fs", "kafka:9092");
        assertEquals(grants.size(), calls.size());
        assertTrue(
                calls.contains(
                        "kafka-acls --bootstrap-server kafka:9092 --add --allow-principal 'User:fs' --operation Write"
                                + " --transactional-id 'fairstream-' --resource-pattern-type prefixed"),
                calls::toString);
        JsonNode user = new ObjectMapper().readTree(StrimziResources.user(grants, "User:fs"));
        assertEquals("fs", user.at("/metadata/name").asText());
        assertEquals(grants.size(), user.at("/spec/authorization/acls").size());
    }

    @Test
    void aClusterIsComparedBothWays() {
        List<AclBinding> wanted = Role.AGENT.grants(USUAL).stream()
                .map(grant -> grant.binding("User:a"))
                .toList();
        AclBinding more = Role.GATEWAY.grants(USUAL).get(0).binding("User:a");
        assertEquals(List.of(), new AccessCheck(wanted, wanted).differences());
        assertEquals(
                List.of(new AccessCheck.Difference(wanted.get(0), true), new AccessCheck.Difference(more, false)),
                new AccessCheck(wanted, List.of(more)).differences());
    }

    private static Set<String> all() {
        return Topics.all().stream().map(Topic::name).collect(Collectors.toSet());
    }

    private static Set<String> names(Role role, AclOperation operation) {
        return role.grants(USUAL).stream()
                .filter(grant -> grant.resource() == ResourceType.TOPIC && grant.pattern() == PatternType.LITERAL)
                .filter(grant -> grant.operation() == operation)
                .map(grant -> grant.name().substring(Topic.DEFAULT_PREFIX.length()))
                .collect(Collectors.toSet());
    }
}
