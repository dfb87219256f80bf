package io.fairstream.cli.replay;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Offsets;
import io.fairstream.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits the lead of past events over the topology to half of {@code event.max.lateness}. Otherwise one partition could be read
 * months ahead of another, and an account would receive charges older than its stored history.
 */
final class Pace implements AutoCloseable {
    private static final Duration UNLIMITED = Duration.ofMillis(Long.MAX_VALUE);

    private final Duration window;
    private final CaughtUp caughtUp;
    private @Nullable Instant end;

    private Pace(Duration window, CaughtUp caughtUp) {
        this.window = window;
        this.caughtUp = caughtUp;
    }

    /**
     * Creates a pace for the topology with these settings.
     *
     * @param topics destinations of the events
     * @param check throws if the topology has failed
     * @param says is notified when no topology is running, and when one is running again
     */
    static Pace of(Settings settings, List<Topic<?>> topics, Runnable check, Consumer<String> says) {
        Duration window = keepsOrder(settings, topics)
                ? UNLIMITED
                : settings.get(Keys.EVENT_MAX_LATENESS).dividedBy(2);
        return new Pace(window, CaughtUp.patient(settings, check, says));
    }

    /** True if no limit is needed: one partition keeps all events of a topic in order, and topics do not affect each other. */
    private static boolean keepsOrder(Settings settings, List<Topic<?>> topics) {
        List<String> names =
                topics.stream().map(topic -> topic.in(settings.topicPrefix())).toList();
        try (Offsets offsets = new Offsets(settings)) {
            return !settings.get(Keys.TOPOLOGY_REPARTITION)
                    && offsets.partitions(names).size() == names.size();
        }
    }

    /**
     * If the next event is too far ahead, waits until the topology has processed all events sent so far.
     *
     * @param at time of the next event
     * @param flush sends buffered events
     */
    void admit(Instant at, Runnable flush) throws InterruptedException {
        if (window.equals(UNLIMITED) || (end != null && at.isBefore(end))) {
            return;
        }
        if (end != null) {
            flush.run();
            caughtUp.await(CaughtUp.Listener.NONE);
        }
        end = at.plus(window);
    }

    @Override
    public void close() {
        caughtUp.close();
    }
}
