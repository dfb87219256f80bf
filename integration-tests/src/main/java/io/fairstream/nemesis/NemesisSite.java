package io.fairstream.nemesis;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.benchmarks.KafkaBrokers;
import io.fairstream.cli.Main;
import io.fairstream.embedded.EmbeddedRegistry;
import io.fairstream.embedded.LoopbackPort;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Three brokers, three instances of the topology, an agent, a bridge and a gateway, each a process, and between them forwarders of which
 * each pair of processes has its own link. The registry is in this process and suffers nothing.
 */
final class NemesisSite implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final long SUPERVISED_EACH_MILLIS = 2000;
    private static final List<String> JVM =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData");

    private final Path directory;
    private final PrintStream out;
    private final Owners owners = new Owners();
    private final Links links = new Links();
    private final List<Forwarder> forwarders = new ArrayList<>();
    private final Map<String, Victim> victims = new LinkedHashMap<>();
    private final ClassArchive archive;
    private final KafkaBrokers brokers;
    private final EmbeddedRegistry registry;
    private final SiteFiles files;
    private final int gatewayPort = LoopbackPort.anyFree();
    private final Thread supervisor = new Thread(this::supervise, "supervisor");
    private volatile boolean isClosed;

    /**
     * Starts it and waits until its brokers answer and its topics are there.
     *
     * @param overrides settings of all processes of ours
     */
    NemesisSite(Path directory, PrintStream out, Map<String, String> overrides)
            throws IOException, InterruptedException, ExecutionException {
        this.directory = directory;
        this.out = out;
        owners.put(Names.RUNNER, ProcessHandle.current().pid());
        List<BrokerAddresses> addresses = new ArrayList<>();
        for (String broker : Names.BROKERS) {
            addresses.add(new BrokerAddresses(forwarder(broker), forwarder(broker), forwarder(broker)));
        }
        archive = ClassArchive.in(Path.of(System.getProperty("nemesis.archives", directory.toString())));
        brokers = KafkaBrokers.prepare(
                directory,
                Names.BROKERS.size(),
                index -> BrokerAddresses.settings(addresses, index),
                archive.classPath(),
                archive.options());
        for (int i = 0; i < Names.BROKERS.size(); i++) {
            int index = i;
            add(Names.BROKERS.get(i), environment -> brokers.start(index, environment));
        }
        for (String broker : Names.BROKERS) {
            victim(broker).start();
        }
        String bootstrap = addresses.stream()
                .map(broker -> "127.0.0.1:" + broker.clients().forwarder().port())
                .collect(Collectors.joining(","));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            brokers.awaitAll(admin, PATIENCE);
            admin.createTopics(IntStream.of(0, 1)
                            .mapToObj(i -> new NewTopic(
                                    i == 0 ? SiteFiles.START_TOPIC : SiteFiles.FINISH_TOPIC,
                                    SiteFiles.PARTITIONS,
                                    (short) 3))
                            .toList())
                    .all()
                    .get();
        }
        registry = EmbeddedRegistry.start(bootstrap, 0);
        files = new SiteFiles(directory, bootstrap, registry.url(), overrides);
        try (TopicAdmin topics = new TopicAdmin(settings())) {
            topics.createMissing();
        }
        addPrograms();
        Runtime.getRuntime().addShutdownHook(new Thread(this::killAll));
        supervisor.setDaemon(true);
        supervisor.start();
    }

    private BrokerAddresses.Listener forwarder(String broker) throws IOException {
        int port = LoopbackPort.anyFree();
        Forwarder forwarder = new Forwarder(links, owners, broker, port);
        forwarders.add(forwarder);
        return new BrokerAddresses.Listener(port, forwarder);
    }

    private void addPrograms() throws IOException {
        for (String instance : Names.INSTANCES) {
            addProgram(instance, () -> List.of("run", "--config", config(instance)));
        }
        addProgram(
                Names.AGENT,
                () -> List.of(
                        "agent",
                        "--cluster",
                        "real",
                        "--node",
                        "node",
                        "--interval",
                        "3s",
                        "--memory",
                        "rss",
                        "--config",
                        config(Names.AGENT)));
        addProgram(
                Names.BRIDGE,
                () -> List.of(
                        "slurm-bridge",
                        "--start-topic",
                        SiteFiles.START_TOPIC,
                        "--finish-topic",
                        SiteFiles.FINISH_TOPIC,
                        "--config",
                        config(Names.BRIDGE)));
        Path users = Files.writeString(directory.resolve("users"), Volunteers.userLines());
        Path accounts = Files.writeString(directory.resolve("accounts"), Volunteers.accountLines());
        addProgram(
                Names.GATEWAY,
                () -> List.of(
                        "boinc-gateway",
                        "--users",
                        users.toString(),
                        "--accounts",
                        accounts.toString(),
                        "--key",
                        directory.resolve("key.pem").toString(),
                        "--port",
                        Integer.toString(gatewayPort),
                        "--wait",
                        "0.2s",
                        "--config",
                        config(Names.GATEWAY)));
    }

    /** The words of a command, made anew for each start. */
    @FunctionalInterface
    private interface Words {
        List<String> get();
    }

    private void addProgram(String name, Words words) {
        add(name, environment -> {
            Path temporary = Files.createDirectories(directory.resolve(name + ".tmp"));
            try (var left = Files.list(temporary)) {
                for (Path file : left.filter(Files::isRegularFile).toList()) {
                    Files.delete(file); // libraries of processes that were killed
                }
            }
            Files.createDirectories(files.state(name));
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(JVM);
            command.add("-Djava.io.tmpdir=" + temporary);
            command.addAll(archive.options());
            command.addAll(List.of("-cp", archive.classPath(), Main.class.getName(), "--debug"));
            command.addAll(words.get());
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(files.log(name).toFile()));
            builder.environment().putAll(environment);
            Files.writeString(
                    files.log(name),
                    "---- started at " + java.time.Instant.now() + " " + environment + "\n",
                    StandardCharsets.UTF_8,
                    java.nio.file.StandardOpenOption.CREATE,
                    java.nio.file.StandardOpenOption.APPEND);
            return builder.start();
        });
    }

    private void add(String name, Victim.Launcher launcher) {
        victims.put(name, new Victim(name, launcher, owners));
    }

    private String config(String name) {
        Map<String, String> own = new HashMap<>();
        if (Names.isInstance(name)) {
            own.put("instance.id", name);
        }
        return files.config(name, own).toString();
    }

    /** Starts all that is not started. */
    void startPrograms() throws IOException {
        for (Victim victim : victims.values()) {
            if (!victim.isAlive()) {
                victim.start();
            }
        }
    }

    Victim victim(String name) {
        return java.util.Objects.requireNonNull(victims.get(name), name);
    }

    List<Victim> victims() {
        return List.copyOf(victims.values());
    }

    Links links() {
        return links;
    }

    SiteFiles files() {
        return files;
    }

    /** Returns the settings of the process that feeds the site and looks on. */
    Settings settings() {
        return Settings.parseForCluster(files.entries(Names.RUNNER));
    }

    String gatewayUrl() {
        return "http://127.0.0.1:" + gatewayPort + "/rpc.php";
    }

    private void supervise() {
        try {
            while (!isClosed) {
                Thread.sleep(SUPERVISED_EACH_MILLIS);
                for (Victim victim : victims.values()) {
                    if (!isClosed && victim.supervise()) {
                        out.println("             " + victim.name() + " has ended by itself and is started again");
                    }
                }
            }
        } catch (IOException e) {
            out.println("             the supervisor fails: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** None outlives this process. */
    private void killAll() {
        isClosed = true;
        supervisor.interrupt();
        victims.values().forEach(Victim::kill);
    }

    /** Ends all its processes. */
    @Override
    public void close() {
        isClosed = true;
        links.healAll();
        registry.close();
        killAll();
        forwarders.forEach(Forwarder::close);
    }
}
