package io.fairstream.cli.replay;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.feed.FindingLines;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.client.RecordSender;
import io.fairstream.htcondor.FollowedLog;
import io.fairstream.htcondor.file.LostRange;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Sends entries of a log as they are written. The read position is saved after the cluster has stored everything before it. After a
 * crash, the same events may be sent again; the topology recognizes them as duplicates.
 */
final class Following {
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** Interval between saves of the state, which is large if many jobs wait. */
    private static final Duration BETWEEN_KEEPING = Duration.ofSeconds(2);

    private final FollowedLog log;
    private final UnaryOperator<MatchEvent> feed;
    private final Path state;
    private final PrintWriter err;
    private boolean unkept;
    private long kept = System.nanoTime();

    /** @param feed converts each event */
    Following(FollowedLog log, UnaryOperator<MatchEvent> feed, Path state, PrintWriter err) {
        this.log = log;
        this.feed = feed;
        this.state = state;
        this.err = err;
    }

    /**
     * Sends events until there are no new ones, or until the command is stopped, which counts as success.
     *
     * @param name of the log
     * @param goesOn whether to wait for new entries
     */
    void run(String name, Settings settings, boolean goesOn) throws IOException, InterruptedException {
        begin(name);
        try (RecordSender<MatchEvent> sender = ValueFormat.sender(settings, Topics.MATCHES);
                Pace pace = Pace.of(settings, List.of(Topics.MATCHES), () -> {}, this::say)) {
            while (send(sender, pace) || (goesOn && pause())) {
                keep(BETWEEN_KEEPING);
            }
            keep(Duration.ZERO);
            err.printf(Locale.ROOT, "%s: %,d events sent%n", name, sender.sent());
        }
        FindingLines.print(name, "entries", log.outcomes(), err);
        printGaps(name);
        FindingLines.printMissed(name, log.outcomes().missed(), err);
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }

    private void printGaps(String name) {
        List<LostRange> gaps = log.gaps();
        if (!gaps.isEmpty()) {
            long bytes = gaps.stream()
                    .filter(LostRange::isMeasured)
                    .mapToLong(LostRange::bytes)
                    .sum();
            long unmeasured = gaps.stream().filter(gap -> !gap.isMeasured()).count();
            err.printf(
                    Locale.ROOT,
                    "warning: %s: parts of the log could not be read: %,d bytes, and %,d parts of unknown size%n",
                    name,
                    bytes,
                    unmeasured);
            err.flush();
        }
    }

    private void begin(String name) {
        if (log.isNew()) {
            err.println(name + ": reading from the beginning; the position is kept in " + state);
        } else if (log.isFromBeginning()) {
            err.println("warning: " + name
                    + ": the file that was read before no longer exists, not even rotated; continuing at the "
                    + "beginning of " + log.beginning().getFileName());
        }
        err.flush();
    }

    private boolean send(RecordSender<MatchEvent> sender, Pace pace) throws IOException, InterruptedException {
        Optional<List<MatchEvent>> events = Interruption.finish(() -> Optional.ofNullable(log.read()));
        if (events.isEmpty()) {
            return false;
        }
        for (MatchEvent event : events.get()) {
            pace.admit(event.getAt(), sender::flush);
            sender.send(event.getResource(), feed.apply(event));
        }
        sender.flush();
        unkept = true;
        return true;
    }

    /** Saves the read position, if the last save is old enough; everything read must have been flushed. */
    private void keep(Duration between) throws IOException {
        if (unkept && System.nanoTime() - kept >= between.toNanos()) {
            Interruption.finish(() -> {
                log.keep();
                return true;
            });
            unkept = false;
            kept = System.nanoTime();
        }
    }

    private static boolean pause() {
        try {
            Interruption.check();
            Thread.sleep(PAUSE.toMillis());
            return true;
        } catch (InterruptedException stopped) {
            return false;
        }
    }

    /** Default path of the file that stores the read position of this log, for the target cluster and topic prefix. */
    static Path defaultState(Path log, Settings settings) {
        Path absolute = log.toAbsolutePath().normalize();
        String which = absolute + "\n" + settings.bootstrapServers().orElse("") + "\n" + settings.topicPrefix();
        String name = absolute.getFileName() + "-" + digest(which) + ".json";
        return Path.of(System.getProperty("user.home", "."), ".fairstream", "followed", name);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
