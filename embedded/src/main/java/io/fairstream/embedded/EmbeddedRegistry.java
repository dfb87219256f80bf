package io.fairstream.embedded;

import io.fairstream.http.AllowedHosts;
import io.fairstream.http.Exchange;
import io.fairstream.http.GuardedServer;
import io.fairstream.http.HttpLimits;
import io.fairstream.http.Pages;
import io.fairstream.http.ServerTls;
import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.schemas.registry.Subjects;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Schema registry on the loopback address that stores its schemas in the embedded broker. It implements the calls that serializers and
 * tools of Confluent's registry need; the next version of a subject must be able to read data of the previous one.
 */
public final class EmbeddedRegistry implements AutoCloseable {
    /** Topic whose newest record is the address of the registry of a standalone cluster. */
    private static final String ANNOUNCEMENTS = "_fairstream.registry";

    private static final TopicPartition ANNOUNCEMENT = new TopicPartition(ANNOUNCEMENTS, 0);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Media types in order of preference, the best first. */
    private static final List<String> MEDIA_TYPES = List.of(
            "application/vnd.schemaregistry.v1+json", "application/vnd.schemaregistry+json", "application/json");

    private static final Set<String> BODY_TYPES =
            Set.of(MEDIA_TYPES.get(0), MEDIA_TYPES.get(1), MEDIA_TYPES.get(2), "application/octet-stream");
    /** Limits for clients on this machine; a schema is no larger than a record of the broker. */
    private static final HttpLimits LIMITS = HttpLimits.ofOneAddress(1024, 1 << 20);

    private final SchemasTopic topic;
    private final GuardedServer server;

    private EmbeddedRegistry(SchemasTopic topic, GuardedServer server) {
        this.topic = topic;
        this.server = server;
    }

    /**
     * Starts a registry with the schemas stored in the broker; it accepts requests when this returns.
     *
     * @param port 1 to 65535, or 0 for any free port
     * @throws EmbeddedException if the port is taken
     */
    public static EmbeddedRegistry start(String bootstrapServers, int port) {
        return start(bootstrapServers, port, Optional.empty());
    }

    /**
     * Starts a registry as {@link #start(String, int)} does, on HTTPS if there is a certificate, which must be one of {@code 127.0.0.1}.
     *
     * @throws EmbeddedException if the port is taken, or the files hold no certificate
     */
    public static EmbeddedRegistry start(String bootstrapServers, int port, Optional<PemFiles> certificate) {
        return start(bootstrapServers, port, certificate, LIMITS);
    }

    static EmbeddedRegistry start(
            String bootstrapServers, int port, Optional<PemFiles> certificate, HttpLimits limits) {
        Optional<SSLContext> tls = certificate.map(EmbeddedRegistry::tls);
        SchemasTopic topic = new SchemasTopic(bootstrapServers);
        try {
            Subjects subjects = new Subjects();
            topic.read(subjects::add);
            GuardedServer server = GuardedServer.start(
                    "schema-registry",
                    InetSocketAddress.createUnresolved(LoopbackPort.HOST, port),
                    tls,
                    limits,
                    AllowedHosts.ofThisMachine(LoopbackPort.HOST),
                    new Calls(new RegistryCalls(subjects, topic::write)));
            return new EmbeddedRegistry(topic, server);
        } catch (IOException e) {
            topic.close();
            throw new EmbeddedException("port: " + port + " (expected: a free port on " + LoopbackPort.HOST + ")", e);
        } catch (RuntimeException e) {
            topic.close();
            throw e;
        }
    }

    /** Value for {@code schema.registry.url}. */
    public String url() {
        return server.url();
    }

    @Override
    public void close() {
        server.close();
        topic.close();
    }

    private static SSLContext tls(PemFiles certificate) {
        try {
            return ServerTls.of(certificate);
        } catch (IOException | GeneralSecurityException e) {
            throw new EmbeddedException("certificate: " + e + " (expected: PEM files of a certificate and its key)", e);
        }
    }

    /** Registry calls over HTTP. */
    private record Calls(RegistryCalls calls) implements Pages {
        @Override
        public void answer(Exchange exchange) {
            try {
                List<String> path = RegistryCalls.segments(exchange.rawPath());
                String answer = calls.answer(exchange.method(), path, exchange.query(), exchange.text());
                exchange.reply(200, mediaType(exchange), answer);
            } catch (RegistryException e) {
                int status = e.code() >= 1000 ? e.code() / 100 : e.code();
                exchange.reply(
                        status, mediaType(exchange), RegistryCalls.json(e).toString());
            } catch (RuntimeException e) {
                RegistryException failure = new RegistryException(50001, "Error in the store: " + e, e);
                exchange.reply(
                        500, mediaType(exchange), RegistryCalls.json(failure).toString());
            }
        }

        @Override
        public Refusal refusal(int status, String problem) {
            String json =
                    RegistryCalls.json(new RegistryException(status, problem)).toString();
            return new Refusal(status, MEDIA_TYPES.get(0), json);
        }

        /** Media types that a web page of another site cannot send without permission (CORS). */
        @Override
        public Set<String> bodyTypes(String path) {
            return BODY_TYPES;
        }
    }

    /** Best media type that the client accepts; if it names none of them, the best of all. */
    private static String mediaType(Exchange exchange) {
        String accepted = exchange.header("Accept");
        return MEDIA_TYPES.stream().filter(accepted::contains).findFirst().orElse(MEDIA_TYPES.get(0));
    }

    /** Publishes the address for all who know the bootstrap address. */
    public static void announce(String bootstrapServers, String url) {
        Map<String, Object> properties = Map.of("bootstrap.servers", bootstrapServers);
        var producer = new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
        try (Admin admin = Admin.create(properties)) {
            createTopic(admin);
            producer.send(new ProducerRecord<>(ANNOUNCEMENTS, "url", url)).get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new KafkaException(ANNOUNCEMENTS + " cannot be written: " + e.getCause(), e);
        } finally {
            // Nothing is pending, and an interrupt during a wait would be logged as an error.
            producer.close(Duration.ZERO);
        }
    }

    private static void createTopic(Admin admin) throws InterruptedException, ExecutionException {
        NewTopic topic = new NewTopic(ANNOUNCEMENTS, 1, (short) -1).configs(Map.of("cleanup.policy", "compact"));
        try {
            admin.createTopics(List.of(topic)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** Finds the URL that this cluster announces; empty if it is not a standalone cluster. */
    public static Optional<String> announced(
            Map<String, Object> adminProperties, Map<String, Object> consumerProperties) {
        try (Admin admin = Admin.create(adminProperties)) {
            return isAnnounced(admin) ? newestUrl(consumerProperties) : Optional.empty();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new KafkaException("the topics cannot be listed: " + e.getCause(), e);
        }
    }

    private static boolean isAnnounced(Admin admin) throws InterruptedException, ExecutionException {
        return admin.listTopics().names().get().contains(ANNOUNCEMENTS);
    }

    private static Optional<String> newestUrl(Map<String, Object> properties) {
        var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
        try {
            consumer.assign(List.of(ANNOUNCEMENT));
            long end = consumer.endOffsets(List.of(ANNOUNCEMENT)).getOrDefault(ANNOUNCEMENT, 0L);
            if (end == 0) {
                return Optional.empty();
            }
            consumer.seek(ANNOUNCEMENT, end - 1);
            for (ConsumerRecord<String, String> record : consumer.poll(PATIENCE)) {
                return Optional.of(record.value());
            }
            return Optional.empty();
        } finally {
            // without a timeout of 0, closing would wait half a second for the answer to a request that is no longer
            // needed
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
