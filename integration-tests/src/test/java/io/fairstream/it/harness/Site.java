package io.fairstream.it.harness;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.FairstreamApp;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.query.records.Offsets;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * One Fairstream of its own on a cluster: topics under a prefix, an application id, a state directory. Events go in by
 * {@code matches}, {@code edits} and {@code raw}; the topology runs in this process ({@link #run}, {@link #start}) or in one that can be
 * killed ({@link #process}); {@link #awaitCaughtUp} and then {@link #table} tell what came out.
 */
public final class Site implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Duration LONGEST_START = Duration.ofMinutes(5);

    private final Map<String, String> entries;
    private final Settings settings;
    private final TemporaryDirectory directory;
    private final SchemaRegistry registry;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<Topic<?>, Serde<?>> serdes = new ConcurrentHashMap<>();
    private final AtomicReference<Exception> notSent = new AtomicReference<>();
    private final Deque<AutoCloseable> started = new ConcurrentLinkedDeque<>();

    private Site(Map<String, String> entries, TemporaryDirectory directory) {
        this.entries = entries;
        this.settings = Settings.parseForCluster(entries);
        this.directory = directory;
        this.registry = SchemaRegistries.from(settings.registry());
        this.producer = new KafkaProducer<>(settings.producer(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Creates the topics.
     *
     * @param cluster settings that reach the cluster
     * @param own settings over those for tests: 2 partitions, 1 thread, commits each 100 ms, no refresh
     */
    public static Site on(Map<String, String> cluster, String name, Map<String, String> own) {
        TemporaryDirectory directory = TemporaryDirectory.create();
        String id = name + "-" + NUMBER.incrementAndGet();
        Map<String, String> entries = new HashMap<>(cluster);
        entries.putAll(Map.of(
                "application.id", id,
                "topic.prefix", id + ".",
                "state.dir", directory.path().resolve("state").toString(),
                "partitions", "2",
                "threads", "1",
                "commit.interval", "PT0.1S",
                "cluster.timeout", "PT2M",
                "priorities.refresh", "0"));
        entries.putAll(own);
        Site site = new Site(entries, directory);
        try (TopicAdmin admin = new TopicAdmin(site.settings)) {
            admin.createMissing();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return site;
    }

    public Settings settings() {
        return settings;
    }

    /** A directory that goes with the site. */
    public Path directory() {
        return directory.path();
    }

    public Site matches(Collection<MatchEvent> events) {
        events.forEach(event -> send(Topics.MATCHES, event.getResource(), event));
        return flush();
    }

    public Site edits(Collection<AccountEdit> edits) {
        edits.forEach(edit -> send(Topics.ACCOUNT_EDITS, edit.getCustomer(), edit));
        return flush();
    }

    /** Sends without waiting; {@link #flush} waits. */
    public <V> Site send(Topic<V> topic, @Nullable String key, @Nullable V value) {
        String name = topic.in(settings.topicPrefix());
        return raw(topic, key, value == null ? null : serde(topic).serializer().serialize(name, value));
    }

    /** Sends bytes as they are without waiting, those without a key to partition 0; {@link #flush} waits. */
    public Site raw(Topic<?> topic, @Nullable String key, byte @Nullable [] value) {
        byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        Integer partition = key == null ? 0 : null;
        Future<RecordMetadata> unused = producer.send(
                new ProducerRecord<>(topic.in(settings.topicPrefix()), partition, keyBytes, value),
                (sent, failure) -> notSent.compareAndSet(null, failure));
        return this;
    }

    /** Waits until all that was sent stands in the topics. */
    public Site flush() {
        producer.flush();
        if (notSent.get() != null) {
            throw new IllegalStateException("not sent", notSent.get());
        }
        return this;
    }

    /** Lets the topology account for everything sent, and stops it. */
    public void run() {
        whileRunning(Map.of(), () -> {});
    }

    /**
     * Starts the topology in this process, does something meanwhile, waits until all is accounted for, and stops it.
     *
     * @param changes of the settings, such as another {@code state.dir} for a second instance
     */
    public void whileRunning(Map<String, String> changes, Runnable meanwhile) {
        FairstreamApp app = start(changes);
        try {
            meanwhile.run();
            awaitCaughtUp();
        } catch (AssertionError | RuntimeException e) {
            app.failure().ifPresent(e::addSuppressed);
            throw e;
        } finally {
            app.close();
        }
    }

    /**
     * The topology in this process, running when this returns; stopped with the site if not before.
     *
     * @param changes of the settings, such as another {@code state.dir} for a second instance
     */
    public FairstreamApp start(Map<String, String> changes) {
        FairstreamApp app = new FairstreamApp(Settings.parseForCluster(with(changes)));
        started.push(app);
        app.start();
        try {
            if (!app.awaitRunning(LONGEST_START)) {
                throw new IllegalStateException(
                        "the topology does not run", app.failure().orElse(null));
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return app;
    }

    /**
     * The topology in a process of its own, as {@code fairstream run} starts it.
     *
     * @param changes of the settings
     * @param options of the JVM
     */
    public TopologyProcess process(Map<String, String> changes, String... options) {
        TopologyProcess process = TopologyProcess.start(directory.path(), with(changes), List.of(options));
        started.push(process);
        return process;
    }

    /** Runs a command of the command line in this process, on this site. */
    public Console runCommand(List<String> words) {
        List<String> command = new ArrayList<>(words);
        command.addAll(List.of(
                "--config", TopologyProcess.config(directory.path(), entries).toString()));
        return Console.run(command);
    }

    /** A command of the command line in a process of its own, on this site. */
    public TopologyProcess command(List<String> words) {
        TopologyProcess process = TopologyProcess.command(directory.path(), entries, words);
        started.push(process);
        return process;
    }

    private Map<String, String> with(Map<String, String> changes) {
        Map<String, String> changed = new HashMap<>(entries);
        changed.putAll(changes);
        return changed;
    }

    /** Waits until the topology's group of the streams protocol has so many members, and all have something to do. */
    public void awaitStreamsMembers(int count, Duration atMost) {
        String group = settings.applicationId();
        long deadline = System.nanoTime() + atMost.toNanos();
        try (Admin admin = Admin.create(settings.admin())) {
            List<Boolean> busy = List.of();
            while (System.nanoTime() < deadline) {
                busy = admin.describeStreamsGroups(List.of(group)).all().get().values().stream()
                        .flatMap(found -> found.members().stream())
                        .map(member -> !member.assignment().activeTasks().isEmpty())
                        .toList();
                if (busy.size() == count && !busy.contains(false)) {
                    return;
                }
                Thread.sleep(100);
            }
            throw new AssertionError("members with work: " + busy + " (expected: " + count + ")");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** A command in a process of its own, with these arguments and no others; killed with the site if it has not ended before. */
    public JavaProcess commandAsIs(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("io.fairstream.cli.Main"));
        command.addAll(arguments);
        JavaProcess process = JavaProcess.start(directory.path(), command);
        started.push(process);
        return process;
    }

    /** Forgets the local state, so that the next start restores it from Kafka. */
    public void deleteState() {
        try {
            Files.move(
                    settings.get(Keys.STATE_DIR),
                    Files.createTempDirectory(directory.path(), "forgotten").resolve("state"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a member of the topology's group, by name and thread, has something to do. */
    public void awaitMember(String name, Duration atMost) {
        awaitMembers(members -> members.contains(name), name, atMost);
    }

    /** Waits until the members of the topology's group are those, by name and thread, and all have something to do. */
    public void awaitMembers(Set<String> names, Duration atMost) {
        awaitMembers(names::equals, names.toString(), atMost);
    }

    private void awaitMembers(Predicate<Set<String>> wanted, String names, Duration atMost) {
        try (Offsets offsets = new Offsets(settings)) {
            long deadline = System.nanoTime() + atMost.toNanos();
            Set<String> members = Set.of();
            while (System.nanoTime() < deadline) {
                members = offsets.group(settings.applicationId()).stream()
                        .flatMap(group -> group.members().stream())
                        .filter(member -> !member.assignment().topicPartitions().isEmpty())
                        .flatMap(member -> member.groupInstanceId().stream())
                        .collect(Collectors.toSet());
                if (wanted.test(members)) {
                    return;
                }
                Thread.sleep(100);
            }
            throw new AssertionError("members: " + members + " (expected: " + names + ")");
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Waits, for up to ten minutes, until everything sent is accounted and can be read. */
    public void awaitCaughtUp() {
        awaitCaughtUp(Duration.ofMinutes(10));
    }

    public void awaitCaughtUp(Duration atMost) {
        try (CaughtUp caughtUp = new CaughtUp(settings)) {
            caughtUp.await(atMost);
        } catch (RuntimeException e) {
            for (AutoCloseable each : started) {
                if (each instanceof TopologyProcess process) {
                    e.addSuppressed(new AssertionError(process.logWithThreads()));
                }
            }
            throw e;
        }
    }

    /** Returns true if the topology has written something that is not committed. */
    public boolean isInTransaction() {
        try (CaughtUp caughtUp = new CaughtUp(settings)) {
            return caughtUp.isInTransaction();
        }
    }

    /** Returns the number of records of a topic that the topology read and committed. */
    public long progress(Topic<?> topic) {
        try (CaughtUp caughtUp = new CaughtUp(settings)) {
            return caughtUp.progress(topic);
        }
    }

    /** The latest committed value per key. */
    public <V> Map<String, V> table(Topic<V> topic) {
        Map<String, V> table = new HashMap<>();
        for (ConsumerRecord<String, V> record : records(topic)) {
            if (record.value() == null) {
                table.remove(record.key());
            } else {
                table.put(record.key(), record.value());
            }
        }
        return table;
    }

    /** The committed records, those of a partition in order. */
    public <V> List<ConsumerRecord<String, V>> records(Topic<V> topic) {
        List<ConsumerRecord<String, V>> records = new ArrayList<>();
        forEach(topic, records::add);
        return records;
    }

    /** The committed charges, those of a partition in order. */
    public List<Charge> charges() {
        List<Charge> charges = new ArrayList<>();
        forEach(
                Topics.CHARGES,
                block -> ChargeBlocks.charges(block.value()).forEach(sent -> charges.add(sent.charge())));
        return charges;
    }

    /** Shows the committed records, those of a partition in order. */
    public <V> void forEach(Topic<V> topic, Consumer<ConsumerRecord<String, V>> visitor) {
        try (CommittedRecords<V> committed = new CommittedRecords<>(settings, topic, serde(topic))) {
            committed.forEach(visitor);
        }
    }

    @SuppressWarnings("unchecked") // each topic is there with its own serde
    private <V> Serde<V> serde(Topic<V> topic) {
        return (Serde<V>) serdes.computeIfAbsent(topic, any -> any.serde(registry));
    }

    @Override
    public void close() {
        try {
            for (AutoCloseable one : started) {
                one.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            producer.close();
            directory.close();
        }
    }

    static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }
}
