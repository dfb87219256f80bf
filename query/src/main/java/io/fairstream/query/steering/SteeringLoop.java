package io.fairstream.query.steering;

import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.UnavailableException;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Shadow;
import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Topics;
import io.fairstream.steering.Allocations;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Cycle;
import io.fairstream.steering.Limits;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import io.fairstream.steering.Steerer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Loop that steers a scheduler by the priorities. An error is reported once and retried; without known priorities
 * nothing is sent. Not thread-safe.
 */
public final class SteeringLoop implements AutoCloseable {
    private static final int LINES = 10;
    /** Part of the threshold at which an alarm ends, so that it does not flap. */
    private static final double OVER = 0.9;

    private final TopicReader reader;
    private final Scheduler scheduler;
    private final ShadowTable shadow;
    private final Options options;
    private final Consumer<String> say;
    private final Map<String, String> refused = new HashMap<>();
    private final Map<String, String> reported = new HashMap<>();
    private @Nullable SteeringJournal journal;
    private @Nullable Steerer steerer;
    private int runs;
    private boolean wasPaused;

    /**
     * Options for steering a scheduler.
     *
     * @param subject the scheduler's name, and our names of its users
     * @param limits of what is sent
     * @param isSpending whether new jobs of spent allocations are held or come last; without it, those held before are
     *     released
     * @param stale maximum age of the newest accepted event; nothing is sent if it is older
     * @param stop file whose existence pauses steering and restores previous values; null for none
     * @param alarm difference of the accounts above which an alarm is reported
     * @param run unique prefix of the ids of this run's edits
     */
    public record Options(
            ShadowTable.Subject subject,
            Limits limits,
            boolean isSpending,
            Duration stale,
            @Nullable Path stop,
            double alarm,
            String run) {}

    /**
     * Outcome of one run.
     *
     * @param cycle null if the scheduler could not be read, or steering is paused
     * @param shadows comparisons of the accounts, as far as possible
     */
    public record Outcome(@Nullable Cycle cycle, List<Shadow> shadows, boolean isPaused) {}

    /** @param say receives lines for people */
    public SteeringLoop(TopicReader reader, Scheduler scheduler, Options options, Consumer<String> say) {
        this.reader = reader;
        this.scheduler = scheduler;
        this.options = options;
        this.say = say;
        this.shadow = new ShadowTable(reader, options.subject());
    }

    /**
     * Steers once, or restores the previous values if steering is paused.
     *
     * @throws InterruptException if the thread was interrupted while it waited for Kafka
     */
    public Outcome turn(Clock clock) throws InterruptedException {
        Instant now = now(clock);
        try {
            Optional<String> reason = pauseReason();
            wasPaused = reason.isPresent();
            Steerer current = steerer();
            if (reason.isPresent()) {
                return paused(current, reason.get(), now);
            }
            once("topics", null, "the topics are readable again");
            once("paused", null, "steered again");
            if (isStale(now)) {
                return new Outcome(null, List.of(), false);
            }
            Cycle cycle =
                    current.steer(Balance.effectivePriorities(reader, now), allocations(reader, options, now), now);
            List<Shadow> shadows = compared(cycle, now(clock));
            once("unknown", SteeringReport.unknown(cycle), "");
            once("not held", SteeringReport.notHeld(cycle), "");
            report(cycle, shadows);
            return new Outcome(cycle, shadows, false);
        } catch (SchedulerException e) {
            once("away", e.getMessage() + "; tried again", "answers again");
            return new Outcome(null, List.of(), wasPaused);
        } catch (UnavailableException e) {
            once("topics", "not steered, because the topics are not readable: " + e.getMessage() + "; tried again", "");
            return new Outcome(null, List.of(), wasPaused);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            forget();
            once(
                    "journal",
                    "not sent, because the journal is not writable: " + Failure.reason(e),
                    "the journal is writable again");
            return new Outcome(null, List.of(), wasPaused);
        }
    }

    private static Allocations allocations(TopicReader reader, Options options, Instant now) {
        return options.isSpending() ? Balance.allocations(reader, now) : Allocations.NONE;
    }

    /**
     * Returns the edits that the next cycle would send.
     *
     * @throws SchedulerException if the scheduler cannot be read
     */
    public static Cycle preview(TopicReader reader, Scheduler scheduler, Options options, Clock clock)
            throws SchedulerException, InterruptedException {
        Instant now = now(clock);
        return Steerer.preview(
                scheduler,
                options.limits(),
                options.subject().names(),
                Balance.effectivePriorities(reader, now),
                allocations(reader, options, now),
                SteeringJournal.rows(reader, options.subject().target()));
    }

    private static Instant now(Clock clock) {
        return Instant.ofEpochMilli(clock.millis());
    }

    private Optional<String> pauseReason() {
        return pauseReason(reader, target(), options.stop());
    }

    /** Returns true if steering was paused or resumed since the last turn, as far as the topics are readable. */
    public boolean isSwitched() {
        try {
            return pauseReason().isPresent() != wasPaused;
        } catch (InterruptException e) {
            throw e;
        } catch (UnavailableException | KafkaException e) {
            return false;
        }
    }

    /** Compares the accounts of the cycle with ours. The cycle counts even if the topics of the comparison are not readable. */
    private List<Shadow> compared(Cycle cycle, Instant now) {
        try {
            List<Shadow> shadows = shadow.update(cycle.reading(), now);
            once("compared", null, "compared again");
            return shadows;
        } catch (UnavailableException e) {
            once(
                    "compared",
                    "not compared, because the topics are not readable: " + e.getMessage() + "; tried again",
                    "");
            return List.of();
        }
    }

    /**
     * Returns the answers for a scheduler that polls: effective priorities by customer, each 0 while steering is
     * paused.
     *
     * @param stop file whose existence pauses steering; null for none
     */
    public static Map<String, Double> answers(TopicReader reader, String target, @Nullable Path stop, Clock clock) {
        Map<String, Double> priorities = new HashMap<>(Balance.effectivePriorities(reader, now(clock)));
        if (pauseReason(reader, target, stop).isPresent()) {
            priorities.replaceAll((customer, priority) -> 0.0);
        }
        return priorities;
    }

    private static Optional<String> pauseReason(TopicReader reader, String target, @Nullable Path file) {
        if (file != null && Files.exists(file)) {
            return Optional.of("while " + file + " is there");
        }
        return reader.latest(Topics.STEERED, target)
                .filter(Steered::getPaused)
                .map(row -> "by " + row.getBy() + (row.getReason().isEmpty() ? "" : ": " + row.getReason()));
    }

    private String target() {
        return options.subject().target();
    }

    private Outcome paused(Steerer current, String reason, Instant now)
            throws SchedulerException, InterruptedException {
        once("paused", "not steered, " + reason, "");
        if (!current.hasSetSomething()) {
            return new Outcome(null, List.of(), true);
        }
        Cycle cycle = current.restore(now);
        report(cycle, List.of());
        say.accept(target() + ": put back the previous value: " + SteeringReport.sentence(cycle));
        if (!cycle.kept().isEmpty()) {
            say.accept(target() + ": not put back, because somebody else has changed it since: "
                    + String.join(", ", cycle.kept()));
        }
        return new Outcome(cycle, List.of(), true);
    }

    private boolean isStale(Instant now) {
        Optional<Instant> newest = reader.latest(Topics.INPUT_COUNTS).stream()
                .map(InputCounts::getNewest)
                .filter(Objects::nonNull)
                .max(Instant::compareTo);
        boolean isStale = newest.isEmpty() || newest.get().isBefore(now.minus(options.stale()));
        once(
                "stale",
                isStale
                        ? "nothing is sent, because the topology's newest event is of "
                                + newest.map(Instant::toString).orElse("no time")
                        : null,
                "the topology has newer events");
        return isStale;
    }

    private void report(Cycle cycle, List<Shadow> shadows) {
        once("away", cycle.failure().isEmpty() ? null : cycle.failure() + "; tried again", "answers again");
        once("journal", null, "the journal is writable again");
        if (!shadows.isEmpty()) {
            double limit = reported.containsKey("drift") ? options.alarm() * OVER : options.alarm();
            boolean isFar = SteeringReport.largest(shadows) > limit;
            once("drift", isFar ? "differences are beyond the alarm" : null, "no difference is beyond the alarm");
        }
        List<String> lines = new ArrayList<>();
        for (Answer answer : cycle.answers()) {
            String name = answer.edit().name();
            if (answer.accepted() || answer.isGone()) {
                refused.remove(name);
                SteeringReport.ofHold(answer).ifPresent(line -> lines.add(target() + ": " + line));
            } else if (!answer.text().equals(refused.put(name, answer.text()))) {
                lines.add(target() + ": refused: " + name + ": " + answer.text());
            }
        }
        lines.stream().limit(LINES).forEach(say);
        if (lines.size() > LINES) {
            say.accept(target() + ": " + (lines.size() - LINES) + " more lines (table steering)");
        }
    }

    /** Reports an error when it begins or changes, and when it is over. */
    private void once(String kind, @Nullable String wrong, String over) {
        if (wrong == null) {
            if (reported.remove(kind) != null && !over.isEmpty()) {
                say.accept(target() + ": " + over);
            }
        } else if (!wrong.equals(reported.put(kind, wrong))) {
            say.accept(target() + ": " + wrong);
        }
    }

    private Steerer steerer() {
        Steerer current = steerer;
        if (current == null) {
            SteeringJournal opened;
            try (TopicReader whole = new TopicReader(reader.settings())) { // cached tables may be behind the last write
                opened = SteeringJournal.open(whole, target());
            }
            journal = opened;
            String run = runs++ == 0 ? options.run() : options.run() + "." + runs;
            current = new Steerer(
                    scheduler,
                    target(),
                    options.limits(),
                    opened,
                    options.subject().names(),
                    run);
            steerer = current;
        }
        return current;
    }

    /** Discards a journal after a failed write; opening it again resolves the pending transaction. */
    private void forget() {
        if (journal != null) {
            journal.close();
        }
        journal = null;
        steerer = null;
    }

    @Override
    public void close() {
        forget();
        shadow.close();
    }

    /** Returns the names of the schedulers to which edits were sent. */
    public static Set<String> knownTargets(TopicReader reader) {
        Set<String> known = new TreeSet<>();
        reader.read(Topics.STEERING, row -> {
            if (row.value() != null) {
                known.add(row.value().getTarget());
            }
        });
        return known;
    }

    /** Pauses steering in the scheduler's own row of {@code steered}: no edits are sent, and the steerer restores the previous values. */
    public static void pause(Settings settings, String target, String reason, Clock clock) {
        try (RecordSender<Steered> sender = ValueFormat.sender(settings, Topics.STEERED)) {
            sender.send(
                    target,
                    Steered.newBuilder()
                            .setTarget(target)
                            .setPaused(true)
                            .setBy(System.getProperty("user.name", ""))
                            .setReason(reason)
                            .setAt(Instant.ofEpochMilli(clock.millis()))
                            .build());
            sender.flush();
        }
    }

    /** Resumes steering. */
    public static void resume(Settings settings, String target) {
        try (RecordSender<Steered> sender = ValueFormat.sender(settings, Topics.STEERED)) {
            sender.withdraw(target, (partition, offset) -> {});
            sender.flush();
        }
    }
}
