package io.fairstream.query.records;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** Checks every two seconds whether a cluster answers. The cluster is away if it has not answered for {@code cluster.timeout}. */
public final class ClusterWatch implements AutoCloseable {
    private static final Duration BETWEEN = Duration.ofSeconds(2);

    private final Settings settings;
    private final Listener listener;
    private final Admin admin;
    private final Thread thread = new Thread(this::watch, "cluster-watch");
    private volatile boolean isAway;

    /** Listener for a cluster that goes away and comes back. */
    public interface Listener {
        /** Listener that does nothing. */
        Listener NONE = new Listener() {
            @Override
            public void isAway(Duration silence) {
                // the next caller will notice
            }

            @Override
            public void isBack(Duration silence) {
                // the next caller will notice
            }
        };

        /** The cluster has not answered for this duration. */
        void isAway(Duration silence);

        /** The cluster answers again, after this duration. */
        void isBack(Duration silence);
    }

    /** Starts, with a cluster that has just answered. */
    public ClusterWatch(Settings settings, Listener listener) {
        this.settings = settings;
        this.listener = listener;
        this.admin = Admin.create(quick(settings));
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns properties of a client that considers Kafka away if it does not answer in time. */
    public static Map<String, Object> quick(Settings settings) {
        return quick(settings, settings.admin());
    }

    /** As {@link #quick(Settings)}, for the given client properties. */
    static Map<String, Object> quick(Settings settings, Map<String, Object> client) {
        Map<String, Object> properties = new HashMap<>(client);
        int millis = (int)
                Math.min(Integer.MAX_VALUE, settings.get(Keys.CLUSTER_TIMEOUT).toMillis());
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
        return properties;
    }

    public boolean isAway() {
        return isAway;
    }

    private void watch() {
        long answered = System.nanoTime();
        try {
            while (true) {
                Thread.sleep(BETWEEN.toMillis());
                boolean isThere = answers();
                Duration silence = Duration.ofNanos(System.nanoTime() - answered);
                if (isThere) {
                    if (isAway) {
                        isAway = false;
                        listener.isBack(silence);
                    }
                    answered = System.nanoTime();
                } else if (!isAway && silence.compareTo(settings.get(Keys.CLUSTER_TIMEOUT)) >= 0) {
                    isAway = true;
                    listener.isAway(silence);
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean answers() throws InterruptedException {
        try {
            admin.describeCluster().clusterId().get();
            return true;
        } catch (ExecutionException | KafkaException e) {
            return false;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        admin.close(Duration.ZERO);
    }
}
