package io.fairstream.app;

import io.fairstream.app.WatchedInstance.Restoration;
import java.time.Duration;
import java.util.Locale;
import org.apache.kafka.streams.KafkaStreams;

/** Checks of liveness, startup and readiness; each returns a reason for people. */
final class Health {
    /** Maximum time between two polls; a batch and its commit take seconds, so a thread beyond that is stuck. */
    static final Duration LONGEST_WITHOUT_POLL = Duration.ofMinutes(2);

    /** Time after a rebalance until lags are known. */
    static final Duration SETTLING = Duration.ofSeconds(2);

    /** Number of waiting records in a partition that is still no lag: less than a second's work. */
    static final int SMALL_LAG = 10_000;

    private final WatchedInstance instance;

    /** Result of a check, with the reason in one line. */
    record Answer(boolean ok, String reason) {}

    Health(WatchedInstance instance) {
        this.instance = instance;
    }

    /**
     * Checks whether the instance makes progress, in whatever state: restoring may take an hour and a rebalance a minute, and a restart
     * would only prolong both.
     */
    Answer live() {
        if (instance.failure().isPresent()) {
            return no("failed: " + rootMessage(instance.failure().get()));
        }
        if (instance.waiting().isPresent()) {
            return new Answer(true, "alive: waiting for the schema registry");
        }
        KafkaStreams.State state = instance.state();
        boolean isLong = instance.inState().compareTo(LONGEST_WITHOUT_POLL) > 0;
        if (isLong && (state.hasCompletedShutdown() || state.isShuttingDown())) {
            return no(
                    "stopped: " + state + " since " + seconds(instance.inState().toSeconds()));
        }
        double oldest = KafkaReadings.oldestPoll(instance.metrics());
        if (oldest > LONGEST_WITHOUT_POLL.toSeconds()) {
            return no("stuck: a thread has not asked for records since " + seconds((long) oldest)
                    + " (expected: within " + seconds(LONGEST_WITHOUT_POLL.toSeconds()) + ")");
        }
        return new Answer(true, "alive: " + state);
    }

    /** Checks whether the instance processes all its input without a large lag. */
    Answer ready() {
        if (instance.failure().isPresent()) {
            return live();
        }
        if (instance.waiting().isPresent()) {
            return no("waiting for the schema registry: " + instance.waiting().get());
        }
        if (instance.state() != KafkaStreams.State.RUNNING) {
            return no("not running: " + instance.state() + restoring());
        }
        if (instance.inState().compareTo(SETTLING) < 0) {
            return no("running since a moment only");
        }
        double lag = KafkaReadings.largestLag(instance.metrics());
        if (lag > SMALL_LAG) {
            return no(String.format(
                    Locale.ROOT, "behind: %,.0f records wait in a partition (expected: at most %,d)", lag, SMALL_LAG));
        }
        return new Answer(true, "ready: running and caught up");
    }

    Answer startup() {
        if (instance.hasRun()) {
            return new Answer(true, "started");
        }
        return instance.failure().isPresent() || instance.waiting().isPresent()
                ? ready()
                : no("starting: " + instance.state() + restoring());
    }

    private static Answer no(String reason) {
        return new Answer(false, reason);
    }

    private String restoring() {
        Restoration restoration = instance.restoration();
        return restoration.left() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %.0f %% of the local state restored, %,d records left",
                        Math.floor(100 * restoration.done()),
                        restoration.left());
    }

    private static String seconds(long seconds) {
        return seconds + " s";
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return message.lines().findFirst().orElse("");
    }
}
