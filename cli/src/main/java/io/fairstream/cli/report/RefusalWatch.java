package io.fairstream.cli.report;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.terminal.ProgramName;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.Refusal;
import io.fairstream.query.tables.Refusals;
import io.fairstream.query.tables.RefusedTopic;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Reports rejected and unreadable records to the operator of the topology, since Kafka does not report them to producers. Reports the
 * first at once; then, once a minute, the number of new ones by topic and reason, with one example each.
 */
public final class RefusalWatch implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int MAX_LINES = 5;

    private final Settings settings;
    private final PrintWriter err;
    private final Duration interval;
    private final Thread thread = new Thread(this::run, "refusals");
    private volatile boolean isOver;
    private boolean isTold;

    public RefusalWatch(Settings settings, PrintWriter err) {
        this(settings, err, INTERVAL);
    }

    RefusalWatch(Settings settings, PrintWriter err, Duration interval) {
        this.settings = settings;
        this.err = err;
        this.interval = interval;
        thread.setDaemon(true);
    }

    /** Starts to watch for new rejections. */
    public void start() {
        thread.start();
    }

    /** Watches until it is closed. An unreachable cluster is no reason to stop, since the topology waits for it, too. */
    private void run() {
        @Nullable Followed followed = null;
        while (!isOver) {
            try (TopicReader reader = new TopicReader(settings)) {
                followed = followed == null ? new Followed(reader, interval) : followed;
                follow(followed, reader);
            } catch (InterruptException | InterruptedException e) {
                return;
            } catch (KafkaException | Failure e) {
                tellOnce(e);
                if (!pause()) {
                    return;
                }
            }
        }
    }

    private void tellOnce(RuntimeException problem) {
        if (!isTold) {
            isTold = true;
            err.println("Failed to read rejections, retrying: " + Refusal.line(String.valueOf(problem.getMessage())));
            err.flush();
        }
    }

    private boolean pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void follow(Followed followed, TopicReader reader) throws InterruptedException {
        while (!isOver) {
            followed.read(reader);
            Refusals due = followed.due();
            if (!due.isEmpty()) {
                lines(due, () -> Instant.now().truncatedTo(ChronoUnit.SECONDS), settings)
                        .forEach(err::println);
                err.flush();
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }

    /** Read positions in the two topics, and the rejections that have not been reported. */
    private static final class Followed {
        private final long interval;
        private PartitionOffsets rejections;
        private PartitionOffsets deadLetters;
        private Refusals pending = new Refusals();
        private @Nullable Long shownAt;

        Followed(TopicReader reader, Duration interval) {
            this.interval = interval.toNanos();
            rejections = reader.ends(Topics.REJECTIONS);
            deadLetters = reader.ends(Topics.DEAD_LETTERS);
        }

        /** Reads new rejections; unreadable records of other writers are skipped. */
        void read(TopicReader reader) {
            PartitionOffsets now = reader.ends(Topics.REJECTIONS);
            if (!now.equals(rejections)) {
                try {
                    rejections = reader.readSince(Topics.REJECTIONS, rejections, pending::add);
                } catch (SerializationException e) {
                    rejections = now;
                }
            }
            if (!reader.ends(Topics.DEAD_LETTERS).equals(deadLetters)) {
                deadLetters = reader.readSince(Topics.DEAD_LETTERS, deadLetters, pending::addUnreadable);
            }
        }

        /** Rejections to report now; empty if the last report was less than the interval ago. */
        Refusals due() {
            long now = System.nanoTime();
            if (pending.isEmpty() || (shownAt != null && now - shownAt < interval)) {
                return new Refusals();
            }
            shownAt = now;
            Refusals due = pending;
            pending = new Refusals();
            return due;
        }
    }

    /** One line for each topic and reason, the most frequent first, and a line with the command that lists all. */
    static List<String> lines(Refusals refusals, Supplier<Instant> now, Settings settings) {
        List<String> lines = new ArrayList<>();
        for (RefusedTopic topic : refusals.topics()) {
            for (RefusedTopic.Count count : topic.reasons()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%s REFUSED %,d records of %s as %s, from %s; the first: %s",
                        now.get(),
                        count.count(),
                        topic.name(),
                        count.reason(),
                        topic.sourcesText(),
                        count.first().text()));
            }
        }
        int left = lines.size() - MAX_LINES;
        List<String> shown = new ArrayList<>(left > 0 ? lines.subList(0, MAX_LINES) : lines);
        String more = left > 0 ? left + " more topics and reasons; " : "";
        shown.add("  " + more + "list them with: " + ProgramName.get() + " table rejections --bootstrap-server "
                + settings.bootstrapServers().orElse("HOST:PORT"));
        return shown;
    }

    @Override
    public void close() {
        isOver = true;
        thread.interrupt();
        try {
            thread.join(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
