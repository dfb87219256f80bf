package io.fairstream.it.docker;

import io.fairstream.app.config.Settings;
import io.fairstream.embedded.EmbeddedRegistry;
import io.fairstream.embedded.LoopbackPort;
import io.fairstream.it.docker.Compose.Service;
import io.fairstream.it.harness.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The services of one profile as processes, with their own commands and configuration. */
final class RunningSite implements AutoCloseable {
    private static final String SMALL = "-Xmx512m -XX:TieredStopAtLevel=1 -XX:-UsePerfData";
    private static final String LOG_DIRECTORY = "/var/lib/kafka/data";
    private static final String OURS = "/opt/fairstream";
    private static final String STATE = "/var/lib/fairstream";
    private static final String CONFIG = "/etc/fairstream/fairstream.properties";

    private final Path directory;
    private final List<Service> services;
    private final Loopback loopback;
    private final ImageRecipe image = ImageRecipe.read();
    private final Map<String, Container> brokers = new LinkedHashMap<>();
    private final List<Container> others = new ArrayList<>();
    private final Map<Container, Integer> operationPorts = new HashMap<>();
    private @Nullable EmbeddedRegistry registry;
    private int started;

    RunningSite(String profile, Path directory) {
        this.directory = directory;
        this.services = Compose.read().services(profile);
        this.loopback = new Loopback(services);
    }

    /** Formats the directories of all brokers as the image does, then starts the brokers. */
    void startBrokers() {
        List<Service> all = services.stream().filter(Service::isBroker).toList();
        List<Container> setups = all.stream().map(this::setUp).toList();
        for (Container setup : setups) {
            requireGoodEnd(setup);
        }
        for (Service broker : all) {
            String properties =
                    finalConfigs(broker).resolve("server.properties").toString();
            brokers.put(broker.name(), java(broker.name(), Map.of(), List.of("kafka.Kafka", properties)));
        }
    }

    /** The registry of this project at the address of the site's. */
    void startRegistry() {
        Service service = services.stream()
                .filter(each -> each.hostNames().contains("schema-registry"))
                .findFirst()
                .orElseThrow();
        registry = EmbeddedRegistry.start(bootstrapServers(), loopback.port(service, Loopback.REGISTRY));
    }

    /** A container of our image that ends by itself. */
    void runToEnd(String service) {
        Service ours = service(service);
        requireGoodEnd(container(ours, image.entrypoint(), ours.command()));
    }

    /** A container of our image with the image's command. */
    Container start(String service) {
        Container container = container(service(service), image.entrypoint(), image.command());
        others.add(container);
        return container;
    }

    /** The image's health check in a container that was started. */
    Container healthCheck(Container container) {
        int port = Objects.requireNonNull(operationPorts.get(container), "not started here");
        Container check =
                Container.start(directory.resolve("check-" + ++started + ".log"), image.healthCheck(), operation(port));
        check.awaitEnd();
        return check;
    }

    /** Each container has the port for itself; processes side by side have one each. */
    private static Map<String, String> operation(int port) {
        return Map.of("FAIRSTREAM_OPERATION_PORT", Integer.toString(port));
    }

    void killBroker(int nodeId) {
        Service service = services.stream()
                .filter(each ->
                        Integer.toString(nodeId).equals(each.environment().get("KAFKA_NODE_ID")))
                .findFirst()
                .orElseThrow();
        container(service).kill();
    }

    /** Every broker's, for a client beside the site. */
    String bootstrapServers() {
        return loopback.translate(service("topology"), "kafka:" + Loopback.BROKER);
    }

    /** Returns the settings of the containers, as read here. */
    Settings settings() {
        return Settings.parseForCluster(DockerFiles.properties(config(directory, service("topology"))));
    }

    /** Returns the last lines of the brokers' logs, for the message of a failure. */
    String logs() {
        StringBuilder logs = new StringBuilder();
        brokers.forEach((name, broker) -> logs.append(name)
                .append(broker.isAlive() ? "" : ", dead")
                .append('\n')
                .append(tail(broker)));
        others.forEach(other -> logs.append("ours\n").append(tail(other)));
        return logs.toString();
    }

    @Override
    public void close() {
        others.forEach(Container::close);
        if (registry != null) {
            registry.close();
        }
        brokers.values().forEach(Container::close);
    }

    private static String tail(Container container) {
        String output = container.output();
        return output.substring(Math.max(0, output.length() - 3000)) + "\n";
    }

    private Service service(String name) {
        return services.stream()
                .filter(service -> service.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Container container(Service broker) {
        Container container = brokers.get(broker.name());
        if (container == null) {
            throw new AssertionError(broker.name() + " does not run");
        }
        return container;
    }

    private Container setUp(Service broker) {
        Map<String, String> environment = new HashMap<>();
        broker.environment()
                .forEach((name, value) -> environment.put(
                        name,
                        loopback.translate(broker, value)
                                .replace(
                                        LOG_DIRECTORY, own(broker.name(), "log").toString())));
        Path defaults = own(broker.name(), "defaults");
        return java(
                broker.name() + "-setup",
                environment,
                List.of(
                        "kafka.docker.KafkaDockerWrapper",
                        "setup",
                        "--default-configs-dir=" + defaults,
                        "--mounted-configs-dir=" + defaults,
                        "--final-configs-dir=" + finalConfigs(broker)));
    }

    private Path finalConfigs(Service broker) {
        return own(broker.name(), "config");
    }

    private Path own(String name, String purpose) {
        try {
            return Files.createDirectories(directory.resolve(name).resolve(purpose));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Container java(String name, Map<String, String> environment, List<String> arguments) {
        List<String> command = JavaProcess.java("-Djava.io.tmpdir=" + own(name, "tmp"));
        command.addAll(arguments);
        return Container.start(directory.resolve(name + ".log"), command, environment);
    }

    private Container container(Service service, List<String> entrypoint, List<String> arguments) {
        String name = service.name() + "-" + ++started;
        Path own = own(name, "container");
        Path config = config(own, service);
        List<String> command = new ArrayList<>();
        for (String word : entrypoint) {
            command.add(word.equals("java") ? javaBinary() : withOurFiles(word));
        }
        for (String word : arguments) {
            command.add(word.replace(CONFIG, config.toString()));
        }
        command.replaceAll(word -> word.replace(CONFIG, config.toString()));
        int port = LoopbackPort.anyFree();
        Map<String, String> environment = new HashMap<>(operation(port));
        environment.put("JDK_JAVA_OPTIONS", SMALL + " -Djava.io.tmpdir=" + own(name, "tmp"));
        Container container = Container.start(directory.resolve(name + ".log"), command, environment);
        operationPorts.put(container, port);
        return container;
    }

    private Path config(Path own, Service service) {
        String text = loopback.translate(service, DockerFiles.text(DockerFiles.SETTINGS))
                .replace(STATE, own.resolve("volume").toString());
        try {
            return Files.writeString(own.resolve("fairstream.properties"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withOurFiles(String word) {
        if (!word.contains(OURS)) {
            return word;
        }
        return Files.isDirectory(DockerFiles.BUILT.resolve("lib"))
                ? word.replace(OURS + "/lib/fairstream-cli.jar", DockerFiles.BUILT + "/fairstream-cli.jar")
                        .replace(OURS, DockerFiles.BUILT.toString())
                : testClassPath();
    }

    private static void requireGoodEnd(Container container) {
        if (container.awaitEnd() != 0) {
            throw new AssertionError(container.output());
        }
    }

    private static String javaBinary() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String testClassPath() {
        return System.getProperty("java.class.path");
    }
}
