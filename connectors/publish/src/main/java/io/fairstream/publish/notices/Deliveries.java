package io.fairstream.publish.notices;

import io.fairstream.publish.Message;
import io.fairstream.publish.Outbox;
import io.fairstream.publish.notices.Channel.Attempt;
import io.fairstream.publish.notices.Recipient.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Deliveries that wait in the outbox, a queue for each recipient. A delivery that is accepted is deleted from the outbox, one that is
 * refused is set aside, and one that fails is attempted again after a pause, which grows from a second to five minutes.
 */
final class Deliveries {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Outbox outbox;
    private final Recipients recipients;
    private final Map<Kind, Channel> channels;
    private final Clock clock;
    private final Consumer<String> notes;
    private final NoticeMetrics metrics;
    private final Map<Recipient, Deque<Waiting>> queues = new LinkedHashMap<>();
    /** Single mails that wait for the digest of their day. */
    private final List<Waiting> collected = new ArrayList<>();

    /** By the name of a recipient, or of a kind if the way to all of them is blocked. */
    private final Map<String, Pause> pauses = new HashMap<>();

    /** A delivery and its file in the outbox. */
    private record Waiting(String file, Delivery delivery) {}

    /** The time until the next attempt, and the length of the pause before it. */
    private record Pause(Instant until, Duration length) {}

    Deliveries(
            Outbox outbox,
            Recipients recipients,
            Map<Kind, Channel> channels,
            Clock clock,
            Consumer<String> notes,
            NoticeMetrics metrics) {
        this.outbox = outbox;
        this.recipients = recipients;
        this.channels = Map.copyOf(channels);
        this.clock = clock;
        this.notes = notes;
        this.metrics = metrics;
    }

    /** Reads the deliveries that wait since an earlier run. */
    void resume() throws IOException {
        for (String file : outbox.waiting()) {
            Delivery delivery = Delivery.read(new String(outbox.read(file), StandardCharsets.UTF_8));
            if (isReplaced(file, delivery)) {
                outbox.take(List.of(file));
            } else {
                add(new Waiting(file, delivery));
            }
        }
        queues.forEach((to, queue) -> {
            if (!isConfigured(to)) {
                notes.accept("warning: " + to + ": " + queue.size()
                        + " notices of an earlier run wait for it (expected: the options of that run)");
            }
        });
        count();
    }

    /** Returns true for a notice that a digest in the outbox contains. */
    private boolean isReplaced(String file, Delivery delivery) {
        Outbox.Sent last = outbox.sent().get(delivery.first().idFor(delivery.to()));
        return last != null && !last.file().equals(file);
    }

    private void add(Waiting waiting) {
        Delivery delivery = waiting.delivery();
        if (recipients.isDigest() && delivery.to().kind() == Kind.MAIL && delivery.day() == null) {
            collected.add(waiting);
        } else {
            queues.computeIfAbsent(delivery.to(), to -> new ArrayDeque<>()).add(waiting);
        }
    }

    /** Puts notices into the outbox, for those of their recipients for whom they never were there. */
    void take(List<SentNotice> notices) throws IOException {
        List<Delivery> deliveries = new ArrayList<>();
        for (SentNotice notice : notices) {
            for (Recipient to : recipients.of(notice.notice())) {
                if (!outbox.sent().containsKey(notice.idFor(to))) {
                    deliveries.add(Delivery.of(notice, to, clock.instant()));
                }
            }
        }
        if (!deliveries.isEmpty()) {
            send(deliveries);
            count();
        }
    }

    private void send(List<Delivery> deliveries) throws IOException {
        List<Message> messages = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            String file = String.format(
                    Locale.ROOT,
                    "%06d-%s.json",
                    outbox.next() + messages.size(),
                    delivery.day() == null ? delivery.to().kind() : "digest");
            messages.add(new Message(file, delivery.write(), delivery.items(), Map.of()));
        }
        outbox.send(messages, clock.instant());
        for (int i = 0; i < messages.size(); i++) {
            add(new Waiting(messages.get(i).name(), deliveries.get(i)));
        }
    }

    /** Puts the digests of the days that are over into the outbox. They replace the single mails. */
    private void collect() throws IOException {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        Map<Recipient, Map<LocalDate, List<Waiting>>> over = new LinkedHashMap<>();
        for (Waiting each : collected) {
            LocalDate day = each.delivery().dayTaken();
            if (day.isBefore(today)) {
                over.computeIfAbsent(each.delivery().to(), to -> new LinkedHashMap<>())
                        .computeIfAbsent(day, key -> new ArrayList<>())
                        .add(each);
            }
        }
        for (Map.Entry<Recipient, Map<LocalDate, List<Waiting>>> of : over.entrySet()) {
            for (Map.Entry<LocalDate, List<Waiting>> day : of.getValue().entrySet()) {
                List<SentNotice> notices = day.getValue().stream()
                        .map(each -> each.delivery().first())
                        .toList();
                send(List.of(new Delivery(of.getKey(), clock.instant(), day.getKey(), notices)));
                outbox.take(day.getValue().stream().map(Waiting::file).toList());
                collected.removeAll(day.getValue());
            }
        }
    }

    /**
     * Attempts one delivery to each recipient for whom one is due.
     *
     * @return false if none was due
     */
    boolean attempt() throws IOException, InterruptedException {
        if (recipients.isDigest()) {
            collect();
        }
        boolean hasTried = false;
        for (Recipient to : List.copyOf(queues.keySet())) {
            if (isDue(to)) {
                hasTried = true;
                attempt(to, Objects.requireNonNull(queues.get(to)));
            }
        }
        if (hasTried) {
            count();
        } else {
            channels.values().forEach(Channel::close);
        }
        return hasTried;
    }

    private boolean isConfigured(Recipient to) {
        return channels.containsKey(to.kind()) && recipients.include(to);
    }

    private boolean isDue(Recipient to) {
        return isConfigured(to) && !isPaused(to.key()) && !isPaused(to.kind().toString());
    }

    private boolean isPaused(String name) {
        Pause pause = pauses.get(name);
        return pause != null && clock.instant().isBefore(pause.until());
    }

    private void attempt(Recipient to, Deque<Waiting> queue) throws IOException, InterruptedException {
        Waiting next = queue.element();
        Attempt attempt = Objects.requireNonNull(channels.get(to.kind())).attempt(next.delivery());
        if (attempt instanceof Attempt.Failed failed) {
            metrics.failed(to.kind());
            pause(failed, to, queue.size());
            return;
        }
        if (attempt instanceof Attempt.Refused refused) {
            outbox.refuse(next.file());
            metrics.refused(to.kind());
            notes.accept("warning: " + to + " refuses " + next.delivery().id() + ": " + refused.reason()
                    + "; it is in refused/" + next.file());
        } else {
            outbox.take(List.of(next.file()));
            metrics.delivered(to.kind());
        }
        endPause(to.kind().toString(), to.kind().toString());
        endPause(to.key(), to.toString());
        queue.remove();
        if (queue.isEmpty()) {
            queues.remove(to);
        }
    }

    private void pause(Attempt.Failed failed, Recipient to, int size) {
        String name = failed.isOfAll() ? to.kind().toString() : to.key();
        Pause before = pauses.get(name);
        Duration length = before == null ? SHORTEST : before.length().multipliedBy(2);
        length = length.compareTo(LONGEST) > 0 ? LONGEST : length;
        Duration wait = length.compareTo(failed.atLeast()) < 0 ? failed.atLeast() : length;
        pauses.put(name, new Pause(clock.instant().plus(wait), length));
        if (before == null) {
            notes.accept("warning: " + (failed.isOfAll() ? to.kind() : to) + ": " + failed.reason() + "; "
                    + (failed.isOfAll() ? "notices wait" : size + " notices wait") + ", trying again");
        }
    }

    private void endPause(String name, String who) {
        if (pauses.remove(name) != null) {
            notes.accept(who + " accepts notices again");
        }
    }

    /** Returns the number of deliveries that wait for another attempt, without those of a day that is not over. */
    int undelivered() {
        return queues.values().stream().mapToInt(Deque::size).sum();
    }

    private void count() {
        for (Kind kind : Kind.values()) {
            long waiting = queues.entrySet().stream()
                    .filter(each -> each.getKey().kind() == kind)
                    .mapToLong(each -> each.getValue().size())
                    .sum();
            metrics.waiting(kind, waiting + (kind == Kind.MAIL ? collected.size() : 0));
        }
    }
}
