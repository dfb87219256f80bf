package io.fairstream.cli.options;

import io.fairstream.streams.config.Settings;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Says when Kafka is away for longer than {@code cluster.timeout}, and when it is back, for a command that goes on in any case. */
public final class AwayWatch implements AutoCloseable {
    private static final Duration BETWEEN = Duration.ofSeconds(2);

    private final Settings settings;
    private final PrintWriter err;
    private final Admin admin;
    private final Thread thread = new Thread(this::watch, "away-watch");

    /** Watches nothing yet. */
    public AwayWatch(Settings settings, PrintWriter err) {
        this.settings = settings;
        this.err = err;
        this.admin = Admin.create(ClusterOptions.quick(settings));
        thread.setDaemon(true);
    }

    /** Begins, with a Kafka that has answered a moment ago. */
    public void start() {
        thread.start();
    }

    private void watch() {
        long answered = System.nanoTime();
        boolean isAway = false;
        try {
            while (true) {
                Thread.sleep(BETWEEN.toMillis());
                boolean isThere = answers();
                Duration silence = Duration.ofNanos(System.nanoTime() - answered);
                if (isThere) {
                    if (isAway) {
                        say("Kafka answers again, after " + silence.toSeconds() + " s");
                    }
                    answered = System.nanoTime();
                    isAway = false;
                } else if (!isAway && silence.compareTo(settings.clusterTimeout()) >= 0) {
                    say("warning: no answer from Kafka at "
                            + settings.bootstrapServers().orElseThrow() + " for " + silence.toSeconds()
                            + " s; waiting until it is back, nothing is lost");
                    isAway = true;
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

    private synchronized void say(String line) {
        err.println(line);
        err.flush();
    }

    @Override
    public void close() {
        thread.interrupt();
        admin.close(Duration.ZERO);
    }
}
