package io.fairstream.cli.options;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.ClusterWatch;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reports when Kafka has been unreachable for longer than {@code cluster.timeout}, and when it is back, for commands that keep running. */
public final class AwayWatch implements AutoCloseable {
    private final Settings settings;
    private final PrintWriter err;
    private @Nullable ClusterWatch watch;

    /** Creates a watch that has not started. */
    public AwayWatch(Settings settings, PrintWriter err) {
        this.settings = settings;
        this.err = err;
    }

    /** Starts to watch; Kafka must have answered a moment ago. */
    public void start() {
        watch = new ClusterWatch(settings, saying(settings, err));
    }

    /** Listener that reports when the cluster becomes unreachable, and when it is back. */
    public static ClusterWatch.Listener saying(Settings settings, PrintWriter err) {
        return new ClusterWatch.Listener() {
            @Override
            public void isAway(Duration silence) {
                say("warning: no answer from Kafka at "
                        + settings.bootstrapServers().orElseThrow() + " for " + silence.toSeconds()
                        + " s; waiting for it, nothing is lost");
            }

            @Override
            public void isBack(Duration silence) {
                say("Kafka answers again, after " + silence.toSeconds() + " s");
            }

            private void say(String line) {
                synchronized (err) {
                    err.println(line);
                    err.flush();
                }
            }
        };
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.close();
        }
    }
}
