package io.fairstream.it.access;

import io.fairstream.admin.Role;
import io.fairstream.embedded.LoopbackPort;
import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.testing.TestCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real broker that speaks TLS, asks for a password (SASL, SCRAM) or, at another port, for a certificate, and denies what no ACL allows; a user for
 * each role.
 */
final class SecureBroker implements AutoCloseable {
    static final String ADMIN = "admin";
    static final String PASSWORD = "not-a-secret";
    private static final String HOST = "127.0.0.1";

    private final TemporaryDirectory directory = TemporaryDirectory.create();
    private final int port = LoopbackPort.anyFree();
    private final int portForCertificates = LoopbackPort.anyFree();
    private final KafkaRaftServer server;

    SecureBroker() throws Exception {
        Path keys = directory.path().resolve("keys.p12");
        makeKeys(keys);
        Properties settings = settings(keys, LoopbackPort.anyFree());
        format(settings.getProperty("log.dirs"));
        server = new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
        server.startup();
    }

    /** Returns the settings that a configuration of that user needs here. */
    Map<String, String> settings(String user) {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap.servers", HOST + ":" + port);
        settings.put("schema.registry.url", "mock://access");
        settings.put("cluster.timeout", "PT2M");
        clientProperties(user).forEach((key, value) -> settings.put("kafka." + key, value));
        return settings;
    }

    /** As Kafka's own clients take them. */
    Map<String, String> clientProperties(String user) {
        return Map.of(
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "SCRAM-SHA-256",
                "sasl.jaas.config",
                login(user),
                "ssl.truststore.location",
                directory.path().resolve("keys.p12").toString(),
                "ssl.truststore.type",
                "PKCS12",
                "ssl.truststore.password",
                PASSWORD);
    }

    /** As Kafka's own clients take them, for who has the administrator's certificate. */
    Map<String, String> certificateProperties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("security.protocol", "SSL");
        for (String store : List.of("keystore", "truststore")) {
            properties.put(
                    "ssl." + store + ".location",
                    directory.path().resolve("keys.p12").toString());
            properties.put("ssl." + store + ".type", "PKCS12");
            properties.put("ssl." + store + ".password", PASSWORD);
        }
        return properties;
    }

    /** The address that asks for a certificate. */
    String addressForCertificates() {
        return HOST + ":" + portForCertificates;
    }

    private static String login(String user) {
        return String.format(
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";",
                user, PASSWORD);
    }

    private static void makeKeys(Path file) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(TestCertificate.CHEAP_STORE);
        command.addAll(List.of(
                "-genkeypair",
                "-alias",
                "broker",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + HOST,
                "-ext",
                "san=ip:" + HOST,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString()));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new AssertionError("keytool: " + said);
        }
    }

    private Properties settings(Path keys, int controllerPort) {
        Properties settings = new Properties();
        settings.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@" + HOST + ":" + controllerPort,
                "controller.listener.names", "CONTROLLER",
                "listeners",
                        "SASL_SSL://" + HOST + ":" + port + ",SSL://" + HOST + ":" + portForCertificates
                                + ",CONTROLLER://" + HOST + ":" + controllerPort,
                "advertised.listeners",
                        "SASL_SSL://" + HOST + ":" + port + ",SSL://" + HOST + ":" + portForCertificates,
                "listener.security.protocol.map", "SASL_SSL:SASL_SSL,SSL:SSL,CONTROLLER:PLAINTEXT",
                "inter.broker.listener.name", "SASL_SSL",
                "log.dirs", directory.path().resolve("data").toString(),
                "auto.create.topics.enable", "false"));
        settings.putAll(Map.of(
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "allow.everyone.if.no.acl.found", "false",
                "metrics.jmx.include", "none",
                "super.users", "User:" + ADMIN + ";User:ANONYMOUS;User:CN=" + HOST,
                "listener.name.ssl.ssl.client.auth", "required",
                "sasl.enabled.mechanisms", "SCRAM-SHA-256",
                "sasl.mechanism.inter.broker.protocol", "SCRAM-SHA-256",
                "listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config", login(ADMIN)));
        for (String store : List.of("keystore", "truststore")) {
            settings.put("ssl." + store + ".location", keys.toString());
            settings.put("ssl." + store + ".type", "PKCS12");
            settings.put("ssl." + store + ".password", PASSWORD);
        }
        for (String one : List.of(
                "default.replication.factor",
                "min.insync.replicas",
                "offsets.topic.replication.factor",
                "transaction.state.log.replication.factor",
                "transaction.state.log.min.isr",
                "share.coordinator.state.topic.replication.factor",
                "share.coordinator.state.topic.min.isr")) {
            settings.put(one, "1");
        }
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.num.partitions", "4");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        return settings;
    }

    private static void format(String logs) throws Exception {
        List<String> users = new ArrayList<>(List.of(ADMIN));
        Arrays.stream(Role.values()).map(Role::toString).forEach(users::add);
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(1)
                .setClusterId(Uuid.randomUuid().toString())
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(logs)
                .addDirectory(logs)
                .setScramArguments(users.stream()
                        .map(user -> "SCRAM-SHA-256=[name=" + user + ",password=" + PASSWORD + "]")
                        .toList())
                .run();
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
        directory.close();
    }
}
