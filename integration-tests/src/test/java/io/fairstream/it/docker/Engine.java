package io.fairstream.it.docker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Podman with a storage of its own, which later runs find again, and Docker Compose on its socket. Base images are made by debootstrap:
 * Debian 12 with Java 17, the same with Maven, and Debian 13 with Java 25, from which Docker Compose is taken, too.
 */
final class Engine implements AutoCloseable {
    static final String JAVA_17 = "localhost/java17";
    static final String JAVA_25 = "localhost/java25";
    static final String MAVEN = "localhost/maven";

    private static final Path CACHE = Path.of("target", "containers").toAbsolutePath();
    private static final Path COMPOSE = CACHE.resolve("docker-compose");
    private static final List<String> PROGRAMS = List.of("podman", "runc", "debootstrap", "iptables");
    private static final List<Path> PATH = Stream.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin")
            .map(Path::of)
            .toList();
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    /** runc and cgroupfs also know machines with both versions of control groups, and those without systemd. */
    private static final String CONFIGURATION = """
            [containers]
            default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
            [engine]
            cgroup_manager = "cgroupfs"
            runtime = "runc"
            events_logger = "file"
            tmp_dir = "%s"
            compat_api_enforce_docker_hub = false
            [network]
            network_backend = "netavark"
            network_config_dir = "%s"
            """;

    private static final String STORAGE = """
            [storage]
            driver = "overlay"
            graphroot = "%s"
            runroot = "%s"
            [storage.options.overlay]
            skip_mount_home = "true"
            """;

    private final Path run;
    private final Process service;
    private final Thread checks;

    private Engine(Path run) throws IOException {
        this.run = run;
        Files.createDirectories(CACHE.resolve("networks"));
        Files.writeString(
                run.resolve("containers.conf"),
                CONFIGURATION.formatted(run.resolve("libpod"), CACHE.resolve("networks")));
        Files.writeString(
                run.resolve("storage.conf"), STORAGE.formatted(CACHE.resolve("storage"), run.resolve("storage")));
        removeContainers();
        this.service = builder(CACHE, "podman", "system", "service", "--time=0", socket())
                .redirectErrorStream(true)
                .redirectOutput(CACHE.resolve("service.log").toFile())
                .start();
        this.checks = new Thread(this::checkHealth, "health checks");
        checks.setDaemon(true);
        checks.start();
    }

    static boolean isPossible() {
        return "root".equals(System.getProperty("user.name"))
                && PROGRAMS.stream()
                        .allMatch(program ->
                                PATH.stream().anyMatch(directory -> Files.isExecutable(directory.resolve(program))));
    }

    static Engine start() throws IOException {
        // A path that is short enough for a socket, in memory as Podman wants it; the storage knows it.
        Engine engine = new Engine(Files.createDirectories(Path.of("/run/fairstream-containers")));
        engine.makeBases();
        return engine;
    }

    private void makeBases() throws IOException {
        if (!hasImage(MAVEN)) {
            Path root = debian("bookworm", "ca-certificates,openjdk-17-jre-headless");
            importAs(JAVA_17, root);
            run(CACHE, "chroot", root.toString(), "apt-get", "install", "-y", "-q", "--no-install-recommends", "maven");
            run(CACHE, "chroot", root.toString(), "apt-get", "install", "-y", "-q", "openjdk-17-jdk-headless");
            Files.writeString(
                    root.resolve("etc/maven/settings.xml"),
                    "<settings><localRepository>/m2</localRepository></settings>");
            importAs(MAVEN, root);
            run(CACHE, "rm", "-rf", root.toString());
        }
        if (!hasImage(JAVA_25) || !Files.exists(COMPOSE)) {
            Path root = debian("trixie", "ca-certificates,openjdk-25-jre-headless,docker-compose");
            Files.move(
                    root.resolve("usr/libexec/docker/cli-plugins/docker-compose"),
                    COMPOSE,
                    StandardCopyOption.REPLACE_EXISTING);
            importAs(JAVA_25, root);
            run(CACHE, "rm", "-rf", root.toString());
        }
    }

    private Path debian(String release, String packages) {
        Path root = CACHE.resolve(release);
        run(CACHE, "rm", "-rf", root.toString());
        run(CACHE, "debootstrap", "--variant=minbase", "--include=" + packages, release, root.toString());
        return root;
    }

    private void importAs(String image, Path root) {
        run(CACHE, "bash", "-c", "set -o pipefail; tar -C " + root + " -cf - . | podman import - " + image);
    }

    private boolean hasImage(String image) {
        return end(CACHE, "podman", "image", "exists", image).code == 0;
    }

    /** Builds an image of a recipe, from the base image of the name. */
    void build(Path recipe, Path context, String runtime, String image, String... options) {
        List<String> words = new ArrayList<>(List.of("build", "--format", "docker", "-f", recipe.toString()));
        words.addAll(List.of("--build-arg", "RUNTIME_IMAGE=" + runtime, "-t", image));
        words.addAll(List.of(options));
        words.add(context.toString());
        podman(words.toArray(String[]::new));
    }

    /** Runs a command of Podman, and returns what it prints; it must end well. */
    String podman(String... words) {
        return run(
                CACHE, Stream.concat(Stream.of("podman"), Arrays.stream(words)).toArray(String[]::new));
    }

    /** Runs a command of Podman that may end as it likes. */
    Ended ended(String... words) {
        return end(
                CACHE, Stream.concat(Stream.of("podman"), Arrays.stream(words)).toArray(String[]::new));
    }

    /** Runs {@code docker compose} in the folder of the compose file, and returns what it prints; it must end well. */
    String compose(String profile, String... words) {
        return run(
                DockerFiles.FOLDER,
                Stream.concat(Stream.of(COMPOSE.toString(), "--profile", profile), Arrays.stream(words))
                        .toArray(String[]::new));
    }

    /** Kills the first process of a container, as the kernel would. */
    void crash(String container) {
        run(
                CACHE,
                "kill",
                "-9",
                podman("inspect", "--format", "{{.State.Pid}}", container).strip());
    }

    long size(String image) {
        return Long.parseLong(
                podman("image", "inspect", "--format", "{{.Size}}", image).strip());
    }

    /** Does what a timer of systemd does for Podman: asks the containers' health checks. */
    private void checkHealth() {
        try {
            while (service.isAlive()) {
                podman("ps", "--format", "{{.Names}}")
                        .lines()
                        .forEach(container -> end(CACHE, "podman", "healthcheck", "run", container));
                Thread.sleep(5_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end of a command. */
    record Ended(int code, String output) {}

    private String run(Path directory, String... words) {
        Ended ended = end(directory, words);
        if (ended.code != 0) {
            throw new AssertionError(String.join(" ", words) + ": exit code " + ended.code + "\n" + ended.output);
        }
        return ended.output;
    }

    private Ended end(Path directory, String... words) {
        try {
            Process process =
                    builder(directory, words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            try (InputStream output = process.getInputStream()) {
                String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
                if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError(String.join(" ", words) + ": still running after " + PATIENCE);
                }
                return new Ended(process.exitValue(), text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private ProcessBuilder builder(Path directory, String... words) {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment()
                .put("CONTAINERS_CONF", run.resolve("containers.conf").toString());
        builder.environment()
                .put("CONTAINERS_STORAGE_CONF", run.resolve("storage.conf").toString());
        builder.environment().put("DOCKER_HOST", socket());
        builder.environment().put("DOCKER_BUILDKIT", "0");
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder;
    }

    private String socket() {
        return String.format(Locale.ROOT, "unix://%s", run.resolve("podman.sock"));
    }

    private void removeContainers() {
        podman("rm", "--all", "--force", "--time", "0");
        podman("volume", "prune", "--force");
        podman("network", "prune", "--force");
    }

    @Override
    public void close() {
        checks.interrupt();
        service.destroy();
        try {
            checks.join();
            service.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        removeContainers();
        run(Path.of("/"), "rm", "-rf", run.toString());
    }
}
