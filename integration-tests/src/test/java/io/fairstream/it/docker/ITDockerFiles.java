package io.fairstream.it.docker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.it.docker.Compose.Service;
import java.nio.file.Files;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of the files that start nothing. */
final class ITDockerFiles {
    private static final Pattern COMMENTED_DEFAULT = Pattern.compile("(?m)^#(?=[a-z][a-z.-]*=)");

    private final Compose compose = Compose.read();
    private final ImageRecipe image = ImageRecipe.read();

    @ParameterizedTest
    @ValueSource(strings = {"one", "three"})
    void aProfileHasWhatItsServicesDependOn(String profile) {
        List<Service> services = compose.services(profile);
        List<String> names = services.stream().map(Service::name).toList();
        for (Service service : services) {
            service.node().at("depends_on").entries().forEach((name, how) -> {
                assertTrue(
                        compose.services().stream().anyMatch(each -> each.name().equals(name)), name);
                boolean optional = how.at("required").text().equals("false");
                assertTrue(names.contains(name) || optional, service.name() + " needs " + name);
                assertTrue(hasConditionsGround(name, how.at("condition").text()), service.name() + " on " + name);
            });
        }
        assertTrue(names.containsAll(List.of("topics", "topology")), names.toString());
        assertEquals(
                1,
                services.stream()
                        .filter(each -> each.hostNames().contains("schema-registry"))
                        .count());
    }

    private boolean hasConditionsGround(String name, String condition) {
        Service service = compose.service(name);
        return condition.equals("service_completed_successfully")
                ? service.node().at("restart").text().startsWith("on-failure")
                : condition.equals("service_healthy")
                        && service.node().at("healthcheck").at("test").isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "three"})
    void noTwoServicesOfAProfileTakeTheSamePortOrVolume(String profile) {
        Set<String> taken = new HashSet<>();
        for (Service service : compose.services(profile)) {
            service.published().values().forEach(port -> assertTrue(taken.add("port " + port), service.name()));
            service.mounts().values().stream()
                    .filter(source -> !source.isEmpty() && !source.startsWith("."))
                    .forEach(source -> assertTrue(taken.add(source), service.name()));
        }
    }

    @Test
    void namedVolumesAreDeclaredAndUsedAndMountedFilesExist() {
        Set<String> used = new HashSet<>();
        for (Service service : compose.services()) {
            service.mounts().values().forEach(source -> {
                if (source.startsWith("./")) {
                    assertTrue(Files.exists(DockerFiles.FOLDER.resolve(source.substring(2))), source);
                } else if (!source.isEmpty()) {
                    used.add(source);
                }
            });
        }
        assertEquals(compose.volumes(), used);
    }

    @Test
    void publishesPortsOnTheHostsLoopbackAddressOnly() {
        compose.services().stream()
                .flatMap(service -> service.node().at("ports").texts().stream())
                .forEach(port -> assertTrue(port.startsWith("127.0.0.1:"), port));
    }

    @Test
    void brokersAreConfiguredWithPropertiesThatKafkaKnowsAndAccepts() throws Exception {
        for (Service broker : brokers(compose.services())) {
            assertEquals(16, Base64.getUrlDecoder().decode(broker.environment().get("CLUSTER_ID")).length);
            assertFalse(
                    Uuid.RESERVED.contains(Uuid.fromString(broker.environment().get("CLUSTER_ID"))));
            Map<String, String> properties = BrokerProperties.of(broker.environment());
            Set<String> unknown = new HashSet<>(properties.keySet());
            unknown.removeAll(AbstractKafkaConfig.CONFIG_DEF.names());
            assertEquals(Set.of(), unknown, broker.name());
            KafkaConfig config = kafkaConfig(broker);
            assertTrue(broker.mounts().containsKey(properties.get("log.dirs")), broker.name());
            assertEquals(Integer.parseInt(properties.getOrDefault("node.id", "")), config.nodeId());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "three"})
    void brokersKeepAsManyCopiesAsThereAreBrokersAndMissOneOfThree(String profile) {
        List<Service> brokers = brokers(compose.services(profile));
        String copies = Integer.toString(brokers.size());
        String enough = brokers.size() == 1 ? "1" : "2";
        for (Service broker : brokers) {
            Map<String, String> properties = BrokerProperties.of(broker.environment());
            Stream.of(
                            "default.replication.factor",
                            "offsets.topic.replication.factor",
                            "transaction.state.log.replication.factor",
                            "share.coordinator.state.topic.replication.factor")
                    .forEach(name -> assertEquals(copies, properties.get(name), name));
            Stream.of("min.insync.replicas", "transaction.state.log.min.isr", "share.coordinator.state.topic.min.isr")
                    .forEach(name -> assertEquals(enough, properties.get(name), name));
        }
        compose.services(profile).stream()
                .filter(service -> service.environment().containsKey("KARAPACE_REPLICATION_FACTOR"))
                .forEach(service -> assertEquals(copies, service.environment().get("KARAPACE_REPLICATION_FACTOR")));
    }

    @Test
    void brokersGrantTheTopologysTimeouts() {
        Properties streams = settings().streams();
        int session = Integer.parseInt(String.valueOf(streams.get(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG)));
        int transaction = Integer.parseInt(String.valueOf(streams.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)));
        for (Service broker : brokers(compose.services())) {
            KafkaConfig config = kafkaConfig(broker);
            assertTrue(session >= config.getInt("group.min.session.timeout.ms"), broker.name());
            assertTrue(session <= config.getInt("group.max.session.timeout.ms"), broker.name());
            assertTrue(transaction <= config.getInt("transaction.max.timeout.ms"), broker.name());
            assertEquals(1000, config.getInt("transaction.abort.timed.out.transaction.cleanup.interval.ms"));
        }
    }

    @Test
    void settingsAreAcceptedAndNameServicesOfTheSite() {
        Settings settings = settings();
        assertEquals("kafka:9092", settings.bootstrapServers().orElseThrow());
        assertEquals("http://schema-registry:8081", settings.registry().get("schema.registry.url"));
        String volume = image.last("VOLUME ");
        assertTrue(
                settings.get(Keys.STATE_DIR).startsWith(volume),
                settings.get(Keys.STATE_DIR).toString());
        assertEquals("", compose.service("topology").mounts().get(volume), "a volume for each container");
    }

    @Test
    void settingsShowEveryKeyWithItsDefault() {
        Map<String, String> shown = uncommented();
        Settings.parseForCluster(shown);
        Map<String, String> set = DockerFiles.properties(DockerFiles.SETTINGS);
        for (ConfigKey key : Keys.all()) {
            assertTrue(shown.containsKey(key.name), key.name);
            if (!set.containsKey(key.name)) {
                assertEquals(key.defaultValue, shown.get(key.name), key.name);
            }
        }
    }

    @Test
    void theImageIsMadeOfWhatTheBuildAndTheRepositoryHave() {
        assertTrue(image.instructions().stream()
                .anyMatch(line -> line.contains("mvn -B package -Pdist -DskipTests -pl dist -am")));
        assertEquals("fairstream", image.last("USER "));
        for (String word : image.entrypoint()) {
            assertFalse(word.startsWith("--enable-native-access"), "JDK 17");
        }
        assertTrue(image.command().contains("/etc/fairstream/fairstream.properties"));
        assertTrue(compose.service("topology").mounts().containsKey("/etc/fairstream/fairstream.properties"));
        assertEquals(
                "docker/Dockerfile",
                compose.service("topology").node().at("build").at("dockerfile").text());
    }

    @Test
    void theImageIsBuiltFromEveryModule() {
        List<String> kept = DockerFiles.text(DockerFiles.KEPT).lines().toList();
        String build = DockerFiles.text(DockerFiles.BUILD);
        List<String> modules = Pattern.compile("<module>(.*)</module>")
                .matcher(build.substring(0, build.indexOf("</modules>")))
                .results()
                .map(module -> module.group(1))
                .toList();
        assertTrue(modules.size() > 9, modules::toString);
        for (String module : modules) {
            boolean isInFolder = kept.stream().anyMatch(line -> ("!" + module + "/").startsWith(line + "/"));
            assertTrue(isInFolder || kept.contains("!" + module + "/pom.xml"), module);
        }
    }

    private static List<Service> brokers(List<Service> services) {
        return services.stream().filter(Service::isBroker).toList();
    }

    private static KafkaConfig kafkaConfig(Service broker) {
        Properties properties = new Properties();
        properties.putAll(BrokerProperties.of(broker.environment()));
        return KafkaConfig.fromProps(properties, false);
    }

    private static Settings settings() {
        return Settings.parseForCluster(DockerFiles.properties(DockerFiles.SETTINGS));
    }

    private static Map<String, String> uncommented() {
        String text = COMMENTED_DEFAULT
                .matcher(DockerFiles.text(DockerFiles.SETTINGS))
                .replaceAll("");
        Map<String, String> entries = new TreeMap<>();
        text.lines().filter(line -> !line.startsWith("#") && line.contains("=")).forEach(line -> {
            int equals = line.indexOf('=');
            entries.put(line.substring(0, equals), line.substring(equals + 1));
        });
        return entries;
    }
}
