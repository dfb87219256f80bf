package io.fairstream.cli.replay;

import io.fairstream.reports.records.CaughtUp;
import io.fairstream.reports.records.Offsets;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.config.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps past events from getting further ahead of the topology than half the history. Without it one partition could be
 * read months before another, and an account would meet charges that are older than what it remembers.
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
     * For the topology of the settings.
     *
     * @param topics the events go to
     * @param check fails when the topology has
     * @param says is told when no topology is at work, and when one is again
     */
    static Pace of(Settings settings, List<Topic<?>> topics, Runnable check, Consumer<String> says) {
        Duration window = keepsOrder(settings, topics)
                ? UNLIMITED
                : settings.maxLateness().dividedBy(2);
        return new Pace(window, CaughtUp.patient(settings, check, says));
    }

    /** One partition keeps all events of a topic in their order, and what is made of one topic is nothing to another. */
    private static boolean keepsOrder(Settings settings, List<Topic<?>> topics) {
        List<String> names =
                topics.stream().map(topic -> topic.in(settings.topicPrefix())).toList();
        try (Offsets offsets = new Offsets(settings)) {
            return !settings.repartition() && offsets.partitions(names).size() == names.size();
        }
    }

    /**
     * Waits, if the event to be sent next is too far ahead, until the topology has processed what was sent before.
     *
     * @param flush sends it
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
