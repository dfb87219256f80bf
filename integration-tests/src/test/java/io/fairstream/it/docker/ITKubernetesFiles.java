package io.fairstream.it.docker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fairstream.admin.Grant;
import io.fairstream.admin.Role;
import io.fairstream.admin.StrimziResources;
import io.fairstream.app.config.Key.Environment;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.NeededProgram;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.topic.KafkaTopicSpec;
import io.strimzi.api.kafka.model.user.KafkaUser;
import io.strimzi.api.kafka.model.user.KafkaUserAuthorizationSimple;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of the files for Kubernetes that need no cluster. */
final class ITKubernetesFiles {
    private static final Path BASE = Manifests.FOLDER.resolve("base");
    private static final Path STRIMZI = Manifests.FOLDER.resolve("strimzi");
    private static final Map<String, String> LABELS =
            Map.of("app.kubernetes.io/name", "fairstream", "app.kubernetes.io/component", "topology");
    private static final Settings SETTINGS = Settings.parse(Map.of());
    private static final long LONGEST_CLOSE_SECONDS = 30;

    private final StatefulSet set = only(StatefulSet.class);
    private final PodSpec pod = set.getSpec().getTemplate().getSpec();
    private final Container container = pod.getContainers().get(0);

    @ParameterizedTest
    @ValueSource(strings = {"base", "strimzi"})
    void aKustomizationNamesTheFilesThatAreThere(String folder) throws Exception {
        Path directory = Manifests.FOLDER.resolve(folder);
        JsonNode kustomization =
                Manifests.documents(directory.resolve("kustomization.yaml")).get(0);
        Set<String> named = new TreeSet<>(Set.of("kustomization.yaml"));
        kustomization.path("resources").forEach(file -> named.add(file.asText()));
        kustomization
                .path("configMapGenerator")
                .forEach(map -> map.path("files").forEach(file -> named.add(file.asText())));
        kustomization
                .path("secretGenerator")
                .forEach(secret -> secret.path("envs").forEach(file -> named.add(file.asText())));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new)),
                    named);
        }
        kustomization.path("resources").forEach(file -> Manifests.read(directory.resolve(file.asText())));
    }

    @Test
    void aFieldThatKubernetesDoesNotKnowIsSeen() {
        ObjectNode document = (ObjectNode)
                Manifests.documents(BASE.resolve("statefulset.yaml")).get(0);
        ((ObjectNode) document.at("/spec/template/spec")).put("terminationGrace", 3);
        assertThrows(AssertionError.class, () -> Manifests.resource(document));
    }

    @Test
    void selectorsFindThePods() {
        assertEquals(LABELS, set.getSpec().getTemplate().getMetadata().getLabels());
        assertEquals(LABELS, set.getSpec().getSelector().getMatchLabels());
        assertEquals(
                LABELS, only(PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels());
        Service service = only(Service.class);
        assertEquals(LABELS, service.getSpec().getSelector());
        assertEquals(service.getMetadata().getName(), set.getSpec().getServiceName());
    }

    @Test
    void oneInstanceAtATimeIsTaken() {
        assertTrue(set.getSpec().getReplicas() >= 2, "a copy of the state needs a second instance");
        assertEquals(
                1, only(PodDisruptionBudget.class).getSpec().getMaxUnavailable().getIntVal());
        assertEquals("RollingUpdate", set.getSpec().getUpdateStrategy().getType());
    }

    @Test
    void settingsOfThePodAreAcceptedAndNameItsVolumesAndPort() {
        Map<String, String> variables = new HashMap<>();
        for (EnvVar variable : container.getEnv()) {
            variables.put(variable.getName(), variable.getValue() == null ? "fairstream-0" : variable.getValue());
        }
        assertEquals("metadata.name", instanceId().getValueFrom().getFieldRef().getFieldPath());
        Map<String, String> entries = new HashMap<>(DockerFiles.properties(BASE.resolve("fairstream.properties")));
        entries.putAll(Environment.settings(variables));
        Settings settings = Settings.parseForCluster(entries);
        assertEquals("fairstream-0", settings.get(Keys.INSTANCE_ID).orElseThrow());
        assertEquals(
                container.getPorts().get(0).getContainerPort(),
                settings.get(Keys.OPERATION_PORT).orElseThrow());
        assertEquals("0.0.0.0", settings.get(Keys.OPERATION_HOST), "the kubelet asks at the pod's address");
        assertEquals(
                Map.of("state", "/var/lib/fairstream", "config", "/etc/fairstream", "tmp", "/tmp"),
                container.getVolumeMounts().stream()
                        .collect(Collectors.toMap(VolumeMount::getName, VolumeMount::getMountPath)));
        assertTrue(settings.get(Keys.STATE_DIR).startsWith("/var/lib/fairstream"));
        assertEquals(
                "state",
                set.getSpec().getVolumeClaimTemplates().get(0).getMetadata().getName());
        assertTrue(ImageRecipe.read().command().contains("/etc/fairstream/fairstream.properties"));
    }

    private EnvVar instanceId() {
        return container.getEnv().stream()
                .filter(variable -> variable.getName().equals("FAIRSTREAM_INSTANCE_ID"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void probesAskWhatIsServed() {
        Map<String, Probe> probes = Map.of(
                "/health/startup", container.getStartupProbe(),
                "/health/live", container.getLivenessProbe(),
                "/health/ready", container.getReadinessProbe());
        probes.forEach((path, probe) -> {
            assertEquals(path, probe.getHttpGet().getPath());
            assertEquals(
                    container.getPorts().get(0).getName(),
                    probe.getHttpGet().getPort().getStrVal());
        });
    }

    @Test
    void thereIsTimeToCloseAndTheHookSaysNothingToKafka() {
        var hook = container.getLifecycle().getPreStop();
        assertTrue(
                pod.getTerminationGracePeriodSeconds() >= hook.getSleep().getSeconds() + LONGEST_CLOSE_SECONDS,
                "killed before it has closed");
        assertEquals(null, hook.getExec());
        assertEquals(null, hook.getHttpGet());
    }

    @Test
    void itRunsAsTheImagesUserAndMayDoNothingElse() {
        assertTrue(ImageRecipe.read().instructions().stream()
                .anyMatch(line ->
                        line.contains("--uid " + pod.getSecurityContext().getRunAsUser())));
        assertTrue(pod.getSecurityContext().getRunAsNonRoot());
        assertTrue(container.getSecurityContext().getReadOnlyRootFilesystem());
        assertEquals(
                List.of("ALL"), container.getSecurityContext().getCapabilities().getDrop());
    }

    @Test
    void topicsAreThoseOfTheCatalogue() {
        Map<String, KafkaTopicSpec> found = new TreeMap<>();
        Manifests.read(STRIMZI.resolve("topics.yaml")).stream()
                .map(KafkaTopic.class::cast)
                .forEach(topic -> found.put(topic.getSpec().getTopicName(), topic.getSpec()));
        assertEquals(
                Topics.all().stream()
                        .map(topic -> topic.in(Topic.DEFAULT_PREFIX))
                        .collect(Collectors.toCollection(TreeSet::new)),
                found.keySet());
        for (Topic<?> topic : Topics.all()) {
            KafkaTopicSpec spec = Objects.requireNonNull(found.get(topic.in(Topic.DEFAULT_PREFIX)));
            assertEquals(topic.config(), spec.getConfig(), topic.name());
            assertEquals(SETTINGS.get(Keys.PARTITIONS), spec.getPartitions(), topic.name());
        }
        assertEquals(
                lines(StrimziResources.topics(SETTINGS)),
                DockerFiles.text(STRIMZI.resolve("topics.yaml")),
                "write it anew, as kustomization.yaml says");
    }

    @Test
    void usersHaveTheLeastAclsOfTheirRoles() {
        Map<String, KafkaUser> found = Manifests.read(STRIMZI.resolve("users.yaml")).stream()
                .map(KafkaUser.class::cast)
                .collect(Collectors.toMap(user -> user.getMetadata().getName(), user -> user));
        assertEquals(Stream.of(Role.values()).map(Role::toString).collect(Collectors.toSet()), found.keySet());
        for (Role role : Role.values()) {
            KafkaUser user = Objects.requireNonNull(found.get(role.toString()));
            KafkaUserAuthorizationSimple simple =
                    (KafkaUserAuthorizationSimple) user.getSpec().getAuthorization();
            assertEquals(
                    role.grants(SETTINGS).stream()
                            .map(grant -> Grant.operation(grant.operation()))
                            .toList(),
                    simple.getAcls().stream()
                            .map(acl -> acl.getOperations().get(0).toValue())
                            .toList(),
                    role.toString());
        }
        assertEquals(
                lines(Stream.of(Role.values())
                        .map(role -> StrimziResources.user(role.grants(SETTINGS), "User:" + role))
                        .toList()),
                DockerFiles.text(STRIMZI.resolve("users.yaml")),
                "write it anew, as kustomization.yaml says");
    }

    @Test
    void whatKustomizeAddsToUsersIsKnownToo() {
        JsonNode kustomization =
                Manifests.documents(STRIMZI.resolve("kustomization.yaml")).get(0);
        YamlNode patch = YamlNode.parse(kustomization.at("/patches/0/patch").asText())
                .items()
                .get(0);
        assertEquals("/spec/authentication", patch.at("path").text());
        ObjectNode user =
                (ObjectNode) Manifests.documents(STRIMZI.resolve("users.yaml")).get(0);
        ((ObjectNode) user.path("spec"))
                .putObject("authentication")
                .put("type", patch.at("value").at("type").text());
        KafkaUser patched = (KafkaUser) Manifests.resource(user);
        assertEquals("scram-sha-512", patched.getSpec().getAuthentication().getType());
        assertEquals(
                "kafka", kustomization.at("/labels/0/pairs/strimzi.io~1cluster").asText());
    }

    /** The overlay of {@code docs/install.md}, built as {@code kubectl apply -k} does before it asks the cluster. */
    @Test
    void kubectlBuildsTheOverlayOfTheInstallPage(@TempDir Path directory) throws Exception {
        Path base = Files.createDirectory(directory.resolve("base"));
        Path overlay = Files.createDirectory(directory.resolve("overlay"));
        try (Stream<Path> files = Files.list(BASE)) {
            for (Path file : files.toList()) {
                Files.copy(file, base.resolve(file.getFileName()));
            }
        }
        String page = Files.readString(DockerFiles.FOLDER.resolveSibling("docs").resolve("install.md"));
        String begin = "# kustomization.yaml\n";
        String text = page.substring(page.indexOf(begin));
        Files.writeString(overlay.resolve("kustomization.yaml"), text.substring(0, text.indexOf("```")));
        Files.writeString(overlay.resolve("fairstream.properties"), "bootstrap.servers=site:9092\n");
        Files.writeString(overlay.resolve("credentials.env"), "FAIRSTREAM_KAFKA_SASL_MECHANISM=PLAIN\n");
        List<HasMetadata> built = Manifests.read(kustomized(overlay));

        assertTrue(built.stream()
                .filter(each -> !(each instanceof Namespace))
                .allMatch(each -> each.getMetadata().getNamespace().equals("fairstream")));
        PodSpec spec = ofType(built, StatefulSet.class).getSpec().getTemplate().getSpec();
        Container topology = spec.getContainers().get(0);
        assertEquals("registry.example.org/fairstream:0.1.0", topology.getImage());
        ConfigMap config = ofType(built, ConfigMap.class);
        assertEquals(Map.of("fairstream.properties", "bootstrap.servers=site:9092\n"), config.getData());
        assertEquals(
                config.getMetadata().getName(),
                spec.getVolumes().get(0).getConfigMap().getName());
        Secret secret = ofType(built, Secret.class);
        assertEquals(Set.of("FAIRSTREAM_KAFKA_SASL_MECHANISM"), secret.getData().keySet());
        assertEquals(
                secret.getMetadata().getName(),
                topology.getEnvFrom().get(0).getSecretRef().getName());
    }

    @Test
    void kubectlGivesEachUserOfStrimziItsPassword() throws Exception {
        List<HasMetadata> built = Manifests.read(kustomized(STRIMZI));
        assertEquals(Topics.all().size() + Role.values().length, built.size());
        built.forEach(each -> assertEquals("kafka", each.getMetadata().getNamespace()));
        built.stream()
                .filter(KafkaUser.class::isInstance)
                .map(KafkaUser.class::cast)
                .forEach(user -> assertEquals(
                        "scram-sha-512", user.getSpec().getAuthentication().getType()));
    }

    private static Path kustomized(Path directory) throws Exception {
        boolean isInstalled = Stream.of("/usr/bin", "/usr/local/bin")
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl")));
        NeededProgram.KUBECTL.assumeInstalled(isInstalled, ITKubernetesFiles.class);
        Path built = Files.createTempFile("kustomized", ".yaml");
        Process kubectl = new ProcessBuilder("kubectl", "kustomize", directory.toString())
                .redirectOutput(built.toFile())
                .start();
        String errors = new String(kubectl.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, kubectl.waitFor(), errors);
        return built;
    }

    private static <R> R ofType(List<HasMetadata> resources, Class<R> type) {
        return resources.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    private static String lines(List<String> documents) {
        return documents.stream().map(document -> "---\n" + document + "\n").collect(Collectors.joining());
    }

    private static <R extends HasMetadata> R only(Class<R> type) {
        List<R> found = Stream.of("namespace", "service", "statefulset", "disruption-budget")
                .flatMap(file -> Manifests.read(BASE.resolve(file + ".yaml")).stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
        assertEquals(1, found.size(), type.getSimpleName());
        return found.get(0);
    }
}
