package io.fairstream.app;

import io.fairstream.app.LocalState.Changelogs;
import io.fairstream.app.LocalState.UnreadableState;
import io.fairstream.app.UnreadRange.UnreadInput;
import io.fairstream.app.WatchedInstance.Restoration;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.errors.BadRecordLog;
import io.fairstream.streams.errors.PoisonRecords;
import io.fairstream.streams.errors.RegistryUnavailable;
import io.fairstream.streams.runtime.InstanceMetrics;
import io.fairstream.streams.runtime.TopologyConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Running instance of the topology. It sets unreadable local state aside and restarts without it, restarts after a lost transaction, and
 * waits while the schema registry does not answer.
 */
public final class FairstreamApp implements WatchedInstance, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FairstreamApp.class);
    private static final Duration CLOSING = Duration.ofSeconds(30);

    private final Settings settings;
    private final TopologyConfig config;
    private final LocalState local;
    private final String instanceId;
    private final Optional<Peers> peers;
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile KafkaStreams streams;
    private final InstanceLog log = new InstanceLog();
    private final UnreadInput unread;
    private final RegistryWait registryWait;
    private volatile boolean isClosed;

    /**
     * Checks the cluster's topics and builds the topology.
     *
     * @throws TopicsUnfitException if a topic is missing or partitions do not agree
     * @throws LocalStateFailedException if no local state can be kept
     */
    public FairstreamApp(Settings settings) {
        LocalState.requireStore();
        this.settings = settings;
        config = TopologyConfigs.of(settings, InputPartitions.of(settings));
        SchemaRegistry registry = SchemaRegistries.from(settings.registry());
        registryWait = new RegistryWait(registry, System::nanoTime);
        unread = UnreadInput.of(settings);
        local = LocalState.of(settings, settings.applicationId());
        instanceId = InstanceId.of(settings);
        peers = Peers.of(settings, instanceId);
        try {
            streams = build();
            local.deleteUnlessOf(this::changelogs, streams);
        } catch (RuntimeException e) {
            peers.ifPresent(Peers::close);
            throw e;
        }
    }

    private Topology topology() {
        return AccountingTopology.build(config, PublishedSettings.serdes(settings));
    }

    private Changelogs changelogs() {
        return Changelogs.of(settings, settings.applicationId(), topology());
    }

    private KafkaStreams build() {
        Properties properties = settings.streams();
        if (isClassic(properties)) {
            properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instanceId);
        }
        peers.ifPresent(all -> properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, all.address()));
        PoisonRecords setAside = PoisonRecords.of(properties);
        Topology topology = topology();
        KafkaStreams built = properties.containsKey(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG)
                ? new KafkaStreams(topology, properties)
                : new KafkaStreams(topology, properties, unread);
        local.permitOwnerOnly();
        AtomicReference<@Nullable Throwable> stop = new AtomicReference<>();
        built.setUncaughtExceptionHandler(thrown -> {
            if (setAside.explainsAFailure()) {
                return StreamThreadExceptionResponse.REPLACE_THREAD;
            }
            stop.compareAndSet(null, thrown);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        built.setGlobalStateRestoreListener(log);
        built.setStateListener((now, before) -> {
            log.changed(now, before);
            if (now == KafkaStreams.State.RUNNING) {
                registryWait.isOver();
                if (running.getCount() > 0) {
                    local.noteOrigin(this::changelogs);
                }
                running.countDown();
            } else if (now.hasCompletedShutdown()) {
                hasStopped(stop.get());
            }
        });
        return built;
    }

    /**
     * Handles a stop of Kafka Streams. It runs on a thread of Kafka Streams, which cannot start anything; a stop without a failure is part
     * of a restart.
     */
    private void hasStopped(@Nullable Throwable thrown) {
        if (isClosed) {
            end(thrown);
        } else if (thrown != null) {
            new Thread(() -> startAgainAfter(thrown), settings.applicationId() + "-again").start();
        }
    }

    private synchronized void startAgainAfter(Throwable thrown) {
        if (isClosed) {
            end(thrown);
            return;
        }
        try {
            if (!startWithout(thrown)) {
                end(null);
            }
        } catch (RuntimeException | Error e) {
            end(e);
        }
    }

    private void end(@Nullable Throwable thrown) {
        if (thrown != null) {
            failure.compareAndSet(null, thrown);
        }
        stopped.countDown();
        running.countDown();
    }

    /** Publishes the settings and starts; unreadable local state of a task may already fail here. */
    public synchronized void start() {
        PublishedSettings.publish(settings);
        startWithout(failureOf(streams));
        peers.ifPresent(all -> all.watch(streams));
    }

    /**
     * Restarts after removing the cause of the failure, if any, and repeats this for each further failure; throws any failure that it
     * cannot handle. Returns false if the instance is closed while it waits.
     */
    private boolean startWithout(@Nullable Throwable thrown) {
        Throwable last = thrown;
        while (last != null) {
            streams.close(CLOSING);
            Optional<String> noAnswer = RegistryUnavailable.reasonOf(last);
            if (noAnswer.isEmpty()) {
                mend(last);
            } else if (!registryWait.await(noAnswer.get())) {
                return false;
            }
            streams = build();
            peers.ifPresent(all -> all.watch(streams));
            last = failureOf(streams);
        }
        return true;
    }

    private void mend(Throwable failure) {
        List<String> setAside = local.setAside(failure);
        if (setAside.isEmpty() && !isLostTransaction(failure)) {
            requirePartitions(failure);
            throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
        }
        setAside.forEach(LOG::warn);
        if (setAside.isEmpty()) {
            LOG.warn(
                    "Restarting from the last committed transaction; the current one was aborted: {}",
                    failure.toString());
        }
    }

    /** Throws an exception with instructions if an input got more partitions; Kafka Streams names only its internal topics. */
    private void requirePartitions(Throwable failure) {
        if (UnreadableState.chain(failure)
                .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("invalid partitions"))) {
            InputPartitions.of(settings);
        }
    }

    private static @Nullable Throwable failureOf(KafkaStreams streams) {
        try {
            streams.start();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Waits until every task has restored its state and is running; false after a timeout or a failure. */
    public boolean awaitRunning(Duration atMost) throws InterruptedException {
        running.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        return failure().isEmpty() && streams.state().isRunningOrRebalancing();
    }

    /** Waits until the instance has stopped, by {@link #close} or by a failure. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    @Override
    public Optional<String> waiting() {
        return registryWait.reason();
    }

    /** {@inheritDoc} Included are the all-time outcomes by topic, group {@code fairstream-records}, and {@link InstanceMetrics}. */
    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return streams.metrics();
    }

    @Override
    public KafkaStreams.State state() {
        return streams.state();
    }

    @Override
    public Duration inState() {
        return log.inState();
    }

    @Override
    public boolean hasRun() {
        return log.hasRun();
    }

    @Override
    public Restoration restoration() {
        return log.restoration();
    }

    @Override
    public Tasks tasks() {
        int active = 0;
        int standby = 0;
        for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
            active += thread.activeTasks().size();
            standby += thread.standbyTasks().size();
        }
        return new Tasks(active, standby);
    }

    @Override
    public Map<String, Long> deadLetters() {
        return BadRecordLog.OF_PROCESS.deadLetters();
    }

    @Override
    public Map<String, Long> unread() {
        return unread.offsets();
    }

    /**
     * Commits and stops. The instance leaves its consumer group if others have copies of its state, so that they continue at once, or if it
     * is the last instance, so that the next one to start gets the tasks at once. Otherwise it remains a member until its session ends: if
     * it restarts in time, its tasks stay where their state is.
     */
    @Override
    public void close() {
        isClosed = true;
        registryWait.close();
        synchronized (this) {
            boolean hasCopies =
                    new StreamsConfig(settings.streams()).getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG) > 0;
            boolean leaves = hasCopies
                    || (streams.state().isRunningOrRebalancing() && OtherInstances.areNone(streams, settings));
            streams.close(CloseOptions.timeout(CLOSING)
                    .withGroupMembershipOperation(
                            leaves
                                    ? CloseOptions.GroupMembershipOperation.LEAVE_GROUP
                                    : CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP));
            peers.ifPresent(Peers::close);
        }
    }

    /** Returns true for the classic group protocol; brokers before 4.4 have no static members in the newer one. */
    private static boolean isClassic(Properties properties) {
        return String.valueOf(properties.getOrDefault(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic"))
                .equalsIgnoreCase("classic");
    }

    /**
     * Returns true if a commit failed because its transaction had been aborted: its timeout expired, or the instance was taken for dead.
     * With Kafka 4.3 the brokers then report an invalid transaction state, which Kafka Streams treats as fatal. But nothing of the
     * transaction was committed, and a restarted instance continues from the last committed one.
     */
    public static boolean isLostTransaction(Throwable failure) {
        return UnreadableState.chain(failure).anyMatch(InvalidTxnStateException.class::isInstance);
    }

    /** Local state is unusable; the message gives the reason in one line. */
    public static final class LocalStateFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LocalStateFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Topics of the cluster are missing or have unsuitable partitions. */
    public static final class TopicsUnfitException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TopicsUnfitException(String message) {
            super(message);
        }
    }
}
