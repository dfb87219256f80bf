package io.fairstream.it.docker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Settings;
import io.fairstream.testing.NeededProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The image and the compose file in real containers, as {@code docker/README.md} says. Images that only a registry has are replaced, under
 * their names, by others: {@code Dockerfile} among the resources of this package.
 */
@Tag("long")
final class ITContainers {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Path TEST_CLASSES = Path.of("target", "test-classes").toAbsolutePath();
    private static final Path STAND_INS = TEST_CLASSES.resolve("io/fairstream/it/docker/Dockerfile");
    private static final String IMAGE = "localhost/fairstream:java17";
    private static final String NEXT_IMAGE = "localhost/fairstream:java25";
    private static final long MOST_BYTES = 400_000_000;

    @SuppressWarnings("NullAway.Init")
    private static Engine engine;

    @BeforeAll
    static void build() throws Exception {
        NeededProgram.PODMAN.assumeInstalled(Engine.isPossible(), ITContainers.class);
        engine = Engine.start();
        // Maven has this machine's repository, without writing to it, and trusts whom this machine trusts.
        String[] options = {
            "--build-arg", "BUILD_IMAGE=" + Engine.MAVEN,
            "-v", System.getProperty("localRepository") + ":/m2:O",
            "-v", "/etc/ssl/certs:/etc/ssl/certs:ro"
        };
        Path root = DockerFiles.FOLDER.resolveSibling("");
        engine.build(DockerFiles.RECIPE, root, Engine.JAVA_17, IMAGE, options);
        engine.build(DockerFiles.RECIPE, root, Engine.JAVA_25, NEXT_IMAGE, options);
        useImage(IMAGE);
        Compose compose = Compose.read();
        standIn("kafka", compose.service("kafka"));
        standIn("karapace", compose.service("registry"));
    }

    private static void standIn(String target, Compose.Service service) {
        String image = "docker.io/" + service.node().at("image").text();
        engine.build(
                STAND_INS,
                TEST_CLASSES,
                Engine.JAVA_17,
                image.replace("docker.io/ghcr.io", "ghcr.io"),
                "--target",
                target);
    }

    @AfterEach
    void removeSite() {
        engine.podman("rm", "--force", "--time", "0", "--ignore", "--volumes", "limited", "heap", "container");
        Stream.of("one", "three").forEach(profile -> engine.compose(profile, "down", "-v", "--timeout", "5"));
    }

    @AfterAll
    static void close() {
        if (engine != null) {
            engine.close();
        }
    }

    @Test
    void theImageIsSmall() {
        long bytes = engine.size(IMAGE) - engine.size(Engine.JAVA_17);
        System.out.println("The image is " + bytes + " bytes larger than its base.");
        assertTrue(bytes <= MOST_BYTES, bytes + " bytes");
    }

    @Test
    void oneBrokerKeepsItsRowsOverCrashesRestartsAndAnUpgrade() throws Exception {
        useImage(IMAGE);
        engine.compose("one", "up", "-d");
        awaitHealth("fairstream-kafka-1", "fairstream-registry-1", "fairstream-topology-1");
        assertTrue(describedTopics("one").contains("fairstream.priorities"));
        Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofHours(9));
        try (SamplePool pool = new SamplePool(settings(), begin)) {
            pool.matchAll();
            pool.awaitWork(this::logs);
            engine.crash("fairstream-topology-1");
            engine.compose("one", "up", "-d", "--no-recreate", "--scale", "topology=2");
            awaitHealth("fairstream-topology-1", "fairstream-topology-2");
            assertEquals("1", restarts("fairstream-topology-1"));
            engine.podman("kill", "fairstream-topology-1");
            pool.unmatchAll();
            pool.awaitUsage(1, this::logs);
        }
        engine.compose("one", "down");
        engine.compose("one", "up", "-d");
        awaitHealth("fairstream-kafka-1", "fairstream-topology-1");
        runOneHour(begin.plus(Duration.ofHours(2)), 2);

        useImage(NEXT_IMAGE);
        engine.compose("one", "up", "-d");
        awaitHealth("fairstream-kafka-1", "fairstream-topology-1");
        assertTrue(engine.podman("exec", "fairstream-topology-1", "java", "-version")
                .contains("25."));
        runOneHour(begin.plus(Duration.ofHours(4)), 3);
    }

    @Test
    void threeBrokersAndTwoTopologiesMissNothingWhenABrokerIsKilled() throws Exception {
        useImage(IMAGE);
        engine.compose("three", "up", "-d", "--scale", "topology=2");
        awaitHealth("fairstream-kafka-1-1", "fairstream-kafka-2-1", "fairstream-kafka-3-1");
        awaitHealth("fairstream-registry-replicated-1", "fairstream-topology-1", "fairstream-topology-2");
        Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofHours(9));
        try (SamplePool pool = new SamplePool(settings(), begin)) {
            pool.matchAll();
            pool.awaitWork(this::logs);
            engine.podman("kill", "fairstream-kafka-1-1");
            pool.unmatchAll();
            pool.awaitUsage(1, this::logs);
        }
        engine.compose("three", "up", "-d", "--scale", "topology=2");
        awaitHealth("fairstream-kafka-1-1", "fairstream-topology-1", "fairstream-topology-2");
        runOneHour(begin.plus(Duration.ofHours(2)), 2);
    }

    @Test
    void itRunsReadOnlyWithoutCapabilitiesAsAnotherUserOfGroupZero() throws Exception {
        useImage(IMAGE);
        engine.compose("one", "up", "-d", "--scale", "topology=0");
        awaitHealth("fairstream-kafka-1", "fairstream-registry-1");
        run("limited", "--user", "4711:0", "--memory", "512m");
        awaitHealth("limited");
        runOneHour(Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofHours(9)), 1);
    }

    @Test
    void atTheLimitOfItsMemoryItEndsAndIsStartedAgain() throws Exception {
        useImage(IMAGE);
        engine.compose("one", "up", "-d", "--scale", "topology=0");
        awaitHealth("fairstream-kafka-1", "fairstream-registry-1");
        run("heap", "--restart", "on-failure:1", "--memory", "512m", "-e", "JDK_JAVA_OPTIONS=-Xmx8m");
        awaitEnd("heap");
        assertEquals("3 1", state("heap", "{{.State.ExitCode}} {{.RestartCount}}"));
        assertTrue(engine.podman("logs", "heap").contains("java.lang.OutOfMemoryError"));

        run("container", "--restart", "on-failure:1", "--memory", "64m");
        awaitEnd("container");
        assertEquals("137 1", state("container", "{{.State.ExitCode}} {{.RestartCount}}"));
    }

    /** As {@code docker/README.md} limits it, in the network of the site. */
    private static void run(String name, String... options) {
        Path settings = DockerFiles.SETTINGS;
        List<String> words = new ArrayList<>(List.of("run", "-d", "--name", name, "--network", "fairstream_default"));
        words.addAll(List.of("--read-only", "--tmpfs", "/tmp:exec", "--cap-drop", "ALL"));
        words.addAll(List.of("-v", settings + ":/etc/fairstream/fairstream.properties:ro"));
        words.addAll(List.of(options));
        words.add("localhost/fairstream");
        engine.podman(words.toArray(String[]::new));
    }

    private static void awaitEnd(String container) throws InterruptedException {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (!state(container, "{{.State.Status}} {{.RestartCount}}").equals("exited 1")) {
            if (Instant.now().isAfter(deadline)) {
                throw new AssertionError(container + ": "
                        + state(container, "{{json .State}}") + "\n"
                        + engine.ended("logs", container).output());
            }
            Thread.sleep(500);
        }
    }

    private void runOneHour(Instant begin, int runs) {
        try (SamplePool pool = new SamplePool(settings(), begin)) {
            pool.matchAll();
            pool.awaitWork(this::logs);
            pool.unmatchAll();
            pool.awaitUsage(runs, this::logs);
        }
    }

    private static void useImage(String image) {
        engine.podman("tag", image, "localhost/fairstream:latest");
    }

    private static String describedTopics(String profile) {
        return engine.compose(
                profile,
                "run",
                "--rm",
                "--no-deps",
                "-T",
                "topics",
                "topics",
                "describe",
                "--bootstrap-server",
                "kafka:9092");
    }

    private static void awaitHealth(String... containers) throws InterruptedException {
        Instant deadline = Instant.now().plus(PATIENCE);
        for (String container : containers) {
            while (!state(container, "{{.State.Status}} {{.State.Health.Status}}")
                    .equals("running healthy")) {
                if (Instant.now().isAfter(deadline)) {
                    throw new AssertionError(container + ": "
                            + engine.ended("inspect", "--format", "{{json .State}}", container)
                                    .output() + "\n"
                            + engine.ended("logs", container).output());
                }
                Thread.sleep(500);
            }
        }
    }

    private static String restarts(String container) {
        return state(container, "{{.RestartCount}}");
    }

    private static String state(String container, String format) {
        return engine.ended("inspect", "--format", format, container).output().strip();
    }

    /** The settings of the containers, as a program on their host has them. */
    private static Settings settings() {
        return Settings.parseForCluster(
                Map.of("bootstrap.servers", "localhost:29092", "schema.registry.url", "http://localhost:8081"));
    }

    private String logs() {
        List<String> containers =
                engine.podman("ps", "--all", "--format", "{{.Names}}").lines().toList();
        return String.join(
                "\n",
                containers.stream()
                        .map(container -> container + "\n"
                                + engine.ended("logs", "--tail", "20", container)
                                        .output())
                        .toList());
    }
}
