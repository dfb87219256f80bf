package io.fairstream.publish.notices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.publish.Outbox;
import io.fairstream.publish.notices.Channel.Attempt;
import io.fairstream.publish.notices.Recipient.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveriesTest {
    private static final TreeMap<String, String> PURPOSE = new TreeMap<>(Map.of("format", "notices"));
    private static final Recipient OPS = Samples.mail("ops@example.org");
    private static final Recipient HOOK = new Recipient(Kind.WEBHOOK, "https://example.org/hook");
    private static final Recipients USUAL = new Recipients(List.of(OPS, HOOK), true, false, false);
    private static final Recipients DIGEST = new Recipients(List.of(OPS, HOOK), true, false, true);

    @TempDir
    private Path directory;

    private final List<String> notes = new ArrayList<>();
    private final List<String> accepted = new ArrayList<>();
    private final List<Instant> attempts = new ArrayList<>();
    private final Map<Recipient, Attempt> answers = new HashMap<>();
    private final NoticeMetrics metrics = new NoticeMetrics();
    private Instant now = Samples.NOON;

    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Accepts, unless another answer is set. */
    private Attempt receive(Delivery delivery) {
        attempts.add(now);
        Attempt answer = answers.getOrDefault(delivery.to(), new Attempt.Delivered());
        if (answer instanceof Attempt.Delivered) {
            accepted.add(delivery.to().address() + " " + delivery.id());
        }
        return answer;
    }

    /** One run: takes these notices, and attempts until nothing is due. */
    private void run(Recipients recipients, List<SentNotice> notices, Runnable afterStep) throws Exception {
        try (Outbox outbox = Outbox.open(directory, PURPOSE, afterStep)) {
            run(outbox, recipients, notices);
        }
    }

    private Deliveries run(Outbox outbox, Recipients recipients, List<SentNotice> notices) throws Exception {
        Map<Kind, Channel> channels = Map.of(Kind.MAIL, this::receive, Kind.WEBHOOK, this::receive);
        Deliveries deliveries = new Deliveries(outbox, recipients, channels, clock, notes::add, metrics);
        deliveries.resume();
        deliveries.take(notices);
        attemptAll(deliveries);
        return deliveries;
    }

    private static void attemptAll(Deliveries deliveries) throws IOException, InterruptedException {
        boolean isDue = true;
        while (isDue) {
            isDue = deliveries.attempt();
        }
    }

    private static List<SentNotice> notices(int count) {
        List<SentNotice> notices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            notices.add(Samples.at(i, Samples.physics().setThreshold(10 * i).build()));
        }
        return notices;
    }

    /** Before the delivery is recorded a kill repeats it, with the same id; at any other step it changes nothing. */
    @Test
    void eachNoticeIsDeliveredOnceWhereverTheProcessIsKilled() throws Exception {
        killEverywhere(USUAL, Duration.ZERO, 3 * 3);
    }

    /** A webhook gets each of the three notices, and two addresses a digest. */
    @Test
    void eachDigestIsDeliveredOnceWhereverTheProcessIsKilled() throws Exception {
        killEverywhere(DIGEST, Duration.ofDays(1), 3 + 2);
    }

    private void killEverywhere(Recipients recipients, Duration later, int expected) throws Exception {
        Path root = directory;
        int repeated = 0;
        int steps = 0;
        boolean isDone = false;
        while (!isDone) {
            directory = root.resolve("after" + steps);
            accepted.clear();
            int[] left = {steps++};
            Runnable kill = () -> {
                if (left[0]-- == 0) {
                    throw new Killed();
                }
            };
            now = Samples.NOON;
            try {
                run(recipients, notices(3), kill);
                now = now.plus(later);
                run(recipients, List.of(), kill);
                isDone = true;
            } catch (Killed e) {
                now = Samples.NOON;
                run(recipients, notices(3), () -> {});
                now = now.plus(later);
                run(recipients, List.of(), () -> {});
            }
            String where = "killed after " + steps + " steps: " + accepted;
            assertEquals(expected, new HashSet<>(accepted).size(), where);
            assertTrue(accepted.size() <= expected + 1, where);
            repeated += accepted.size() - expected;
        }
        assertTrue(steps > 80, "steps: " + steps);
        assertEquals(expected, repeated, "one kill for each delivery came before its note");
        assertEquals(List.of(), notes);
    }

    @Test
    void aRecipientThatFailsHoldsUpNoOther() throws Exception {
        answers.put(HOOK, Attempt.Failed.ofRecipient("HTTP 503"));
        try (Outbox outbox = Outbox.open(directory, PURPOSE)) {
            Deliveries deliveries = run(outbox, USUAL, notices(2));
            assertEquals(
                    List.of(
                            "ops@example.org fairstream.notices-0-0",
                            "ann@example.org fairstream.notices-0-0",
                            "ops@example.org fairstream.notices-0-1",
                            "ann@example.org fairstream.notices-0-1"),
                    accepted);
            assertEquals(2, deliveries.undelivered());
            assertEquals(List.of("warning: webhook example.org: HTTP 503; 2 notices wait, trying again"), notes);
            answers.clear();
            now = now.plusSeconds(1);
            attemptAll(deliveries);
            assertEquals(0, deliveries.undelivered());
            assertEquals("webhook example.org accepts notices again", notes.get(1));
            assertEquals(6, metrics.delivered());
        }
    }

    @Test
    void pausesGrowToFiveMinutes() throws Exception {
        answers.put(HOOK, Attempt.Failed.ofRecipient("HTTP 500"));
        Recipients hook = new Recipients(List.of(HOOK), false, false, false);
        try (Outbox outbox = Outbox.open(directory, PURPOSE)) {
            Deliveries deliveries = run(outbox, hook, notices(1));
            for (int second = 0; second < 1200; second++) {
                now = now.plusSeconds(1);
                attemptAll(deliveries);
            }
            List<Long> pauses = new ArrayList<>();
            for (int i = 1; i < attempts.size(); i++) {
                pauses.add(
                        Duration.between(attempts.get(i - 1), attempts.get(i)).toSeconds());
            }
            assertEquals(List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L), pauses);
            answers.put(HOOK, new Attempt.Failed("HTTP 429", false, Duration.ofMinutes(20)));
            now = now.plusSeconds(300);
            attemptAll(deliveries);
            int before = attempts.size();
            now = now.plusSeconds(1199);
            attemptAll(deliveries);
            assertEquals(before, attempts.size());
            now = now.plusSeconds(1);
            attemptAll(deliveries);
            assertEquals(before + 1, attempts.size());
        }
    }

    /** One attempt, not one for each address. */
    @Test
    void aMailServerThatIsAwayIsAskedOnce() throws Exception {
        answers.put(OPS, Attempt.Failed.ofAll("mx:25 (none): Couldn't connect"));
        run(USUAL, notices(1), () -> {});
        assertEquals(List.of("https://example.org/hook fairstream.notices-0-0"), accepted);
        assertEquals(2, attempts.size());
        assertEquals(List.of("warning: mail: mx:25 (none): Couldn't connect; notices wait, trying again"), notes);
    }

    @Test
    void aRefusalIsRecordedAndTheNextNoticeGoesOut() throws Exception {
        answers.put(OPS, new Attempt.Refused("550 no such user"));
        run(USUAL, notices(1), () -> {});
        answers.clear();
        run(USUAL, notices(2), () -> {});
        assertEquals(
                List.of("warning: mail ops@example.org refuses fairstream.notices-0-0: 550 no such user; it is in"
                        + " refused/000001-mail.json"),
                notes);
        assertTrue(accepted.contains("ops@example.org fairstream.notices-0-1"), accepted::toString);
        assertEquals(5, accepted.size());
        Files.move(directory.resolve("refused/000001-mail.json"), directory.resolve("000001-mail.json"));
        run(USUAL, List.of(), () -> {});
        assertEquals("ops@example.org fairstream.notices-0-0", accepted.get(5), "it was moved back");
    }

    @Test
    void aDayIsOneMailAfterItsEnd() throws Exception {
        run(DIGEST, notices(2), () -> {});
        assertEquals(2, accepted.size(), "webhooks wait for no day");
        now = Instant.parse("2026-03-02T23:59:59Z");
        run(DIGEST, notices(3), () -> {});
        assertEquals(3, accepted.size());
        now = Instant.parse("2026-03-03T00:00:00Z");
        run(DIGEST, notices(4), () -> {});
        assertEquals(6, accepted.size(), accepted::toString);
        assertTrue(accepted.get(4).startsWith("ops@example.org digest-2026-03-02-"), accepted::toString);
        assertTrue(accepted.get(5).startsWith("ann@example.org digest-2026-03-02-"), accepted::toString);
        run(USUAL, List.of(), () -> {});
        assertEquals("ann@example.org fairstream.notices-0-3", accepted.get(7), "without digests nothing waits");
    }

    @Test
    void aCommandThatIsNoLongerConfiguredIsNotRun() throws Exception {
        answers.put(HOOK, Attempt.Failed.ofRecipient("HTTP 503"));
        run(USUAL, notices(1), () -> {});
        answers.clear();
        accepted.clear();
        notes.clear();
        run(new Recipients(List.of(OPS), true, false, false), List.of(), () -> {});
        assertEquals(List.of(), accepted);
        assertEquals(
                List.of("warning: webhook example.org: 1 notices of an earlier run wait for it (expected: the options"
                        + " of that run)"),
                notes);
    }

    @Test
    void metricsAreCounted() throws Exception {
        answers.put(OPS, new Attempt.Refused("550"));
        answers.put(HOOK, Attempt.Failed.ofRecipient("HTTP 503"));
        run(USUAL, notices(1), () -> {});
        for (String line : List.of(
                "fairstream_notices_delivered_total{via=\"mail\"} 1",
                "fairstream_notices_refused_total{via=\"mail\"} 1",
                "fairstream_notices_failed_attempts_total{via=\"webhook\"} 1",
                "fairstream_notices_waiting{via=\"webhook\"} 1",
                "fairstream_notices_unreadable_records_total 0")) {
            assertTrue(metrics.scrape().lines().anyMatch(line::equals), metrics.scrape());
        }
    }
}
