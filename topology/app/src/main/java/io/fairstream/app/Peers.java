package io.fairstream.app;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutual monitoring of the instances of an application. Each instance holds a connection to each other one; the consumer group distributes
 * their addresses. If a process is killed its connections end at once, and the others release its resources in Kafka without waiting for
 * timeouts; see {@link PeerFencing}.
 */
final class Peers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Settings settings;
    private final String instanceId;
    private final HeartbeatServer presence;
    private final HostInfo own;
    private final PeerFencing takeOver;
    private final Map<HostInfo, PeerMonitor> watches = new HashMap<>();
    private final ExecutorService takingOver = Executors.newSingleThreadExecutor(work -> daemon("take-over", work));
    /** True if a search for transactions of non-members is already queued; more of them would delay the work for a dead peer. */
    private final AtomicBoolean isAsked = new AtomicBoolean();

    private final Thread looking = daemon("fairstream-peers", this::look);
    private volatile @Nullable KafkaStreams streams;
    private volatile boolean isClosed;

    private Peers(Settings settings, String instanceId, InetAddress address, int port) throws IOException {
        this.settings = settings;
        this.instanceId = instanceId;
        this.presence = HeartbeatServer.on(address, port, this::identity);
        this.own = new HostInfo(address.getHostAddress(), presence.port());
        this.takeOver = new PeerFencing(settings.admin(), settings.applicationId());
    }

    /** Creates a thread that does not keep the process alive. */
    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Listens on {@code instance.address}, or on the local address of connections to Kafka. Empty if monitoring is disabled or impossible;
     * then a dead instance is noticed only when its session ends.
     */
    static Optional<Peers> of(Settings settings, String instanceId) {
        String[] wanted = settings.get(Keys.INSTANCE_ADDRESS).orElse("").split(":", -1);
        if (wanted[0].equals("none")) {
            return Optional.empty();
        }
        try {
            InetAddress address = wanted[0].isEmpty() ? towardsKafka(settings) : InetAddress.getByName(wanted[0]);
            int port = wanted.length > 1 ? Integer.parseInt(wanted[1]) : 0;
            return Optional.of(new Peers(settings, instanceId, address, port));
        } catch (IOException e) {
            LOG.warn(
                    "instance.address: the other instances cannot see at once when this one is killed: {}",
                    e.toString());
            return Optional.empty();
        }
    }

    /** Returns the local address of connections to Kafka. Connecting a datagram socket sends nothing; it only selects the route. */
    private static InetAddress towardsKafka(Settings settings) throws IOException {
        String broker =
                settings.bootstrapServers().orElseThrow().split(",", 2)[0].strip();
        try (DatagramSocket route = new DatagramSocket()) {
            route.connect(InetAddress.getByName(Utils.getHost(broker)), Utils.getPort(broker));
            return route.getLocalAddress();
        }
    }

    /** Address for the other instances: the value of {@code application.server}. */
    String address() {
        return own.host() + ":" + own.port();
    }

    /** Monitors the peers that this Kafka Streams client knows, from now on. */
    void watch(KafkaStreams running) {
        boolean isFirst = streams == null;
        streams = running;
        if (isFirst) {
            looking.start();
        }
    }

    private Identity identity() {
        KafkaStreams running = streams;
        String processId = running == null
                ? ""
                : running.metadataForLocalThreads().stream()
                        .map(ThreadMetadata::consumerClientId)
                        .flatMap(client -> Identity.process(settings.applicationId(), client).stream())
                        .findFirst()
                        .orElse("");
        return new Identity(instanceId, processId);
    }

    private void look() {
        while (!isClosed) {
            try {
                Thread.sleep(LOOK.toMillis());
                watch(others());
                if (isWaiting() && isAsked.compareAndSet(false, true)) {
                    later(() -> {
                        isAsked.set(false);
                        takeOver.ofStrangers();
                    });
                }
            } catch (InterruptedException e) {
                return;
            } catch (IllegalStateException notRunning) {
                LOG.debug("the others are not known now", notRunning);
            }
        }
    }

    /** Returns true if tasks are being reassigned, which may wait for transactions of their former owners. */
    private boolean isWaiting() {
        KafkaStreams running = streams;
        return running != null && running.state() == KafkaStreams.State.REBALANCING;
    }

    private Set<HostInfo> others() {
        KafkaStreams running = streams;
        return running == null
                ? Set.of()
                : running.metadataForAllStreamsClients().stream()
                        .map(StreamsMetadata::hostInfo)
                        .filter(host -> !host.equals(own) && host.port() > 0)
                        .collect(Collectors.toSet());
    }

    private synchronized void watch(Set<HostInfo> others) {
        if (isClosed) {
            return;
        }
        Map<HostInfo, PeerMonitor> gone = new HashMap<>(watches);
        gone.keySet().removeAll(others);
        watches.keySet().retainAll(others);
        gone.values().forEach(PeerMonitor::close);
        for (HostInfo other : others) {
            watches.computeIfAbsent(
                    other,
                    host -> new PeerMonitor(
                            new InetSocketAddress(host.host(), host.port()), dead -> later(() -> takeOver.of(dead))));
        }
    }

    private void later(Runnable work) {
        try {
            takingOver.execute(work);
        } catch (RejectedExecutionException closed) {
            LOG.debug("too late", closed);
        }
    }

    /** Stops, and tells the other instances so. */
    @Override
    public void close() {
        presence.close();
        looking.interrupt();
        synchronized (this) {
            isClosed = true;
            watches.values().forEach(PeerMonitor::close);
            watches.clear();
        }
        takingOver.shutdownNow();
        takeOver.close();
    }
}
