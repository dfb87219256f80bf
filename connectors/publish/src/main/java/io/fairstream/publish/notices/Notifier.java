package io.fairstream.publish.notices;

import io.fairstream.publish.Outbox;
import io.fairstream.publish.OutboxException;
import io.fairstream.publish.notices.Recipient.Kind;
import io.fairstream.schemas.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Delivery of the topic's notices by way of an outbox: each is put there for each recipient together with the position in the topic, and
 * taken out when the recipient has it. Not thread-safe.
 */
public final class Notifier implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Outbox outbox;
    private final NoticeTopic topic;
    private final Deliveries deliveries;
    private final Map<Kind, Channel> channels;

    private Notifier(Outbox outbox, NoticeTopic topic, Deliveries deliveries, Map<Kind, Channel> channels) {
        this.outbox = outbox;
        this.topic = topic;
        this.deliveries = deliveries;
        this.channels = channels;
    }

    /**
     * Source of notices.
     *
     * @param consumer properties of a consumer
     * @param topic with its prefix
     * @param fromBeginning for the first start: at the topic's beginning, not at its end
     */
    public record Source(
            Map<String, Object> consumer, String topic, Deserializer<Notice> values, boolean fromBeginning) {
        public Source {
            consumer = Map.copyOf(consumer);
        }
    }

    /**
     * Opens the outbox, and continues where an earlier run has ended.
     *
     * @param channels for the kinds of recipients
     * @param notes receives messages, one line each
     * @throws OutboxException if the directory is of another purpose or in use, or does not belong to the topic
     */
    public static Notifier open(
            Path directory,
            Source source,
            Recipients recipients,
            Map<Kind, Channel> channels,
            Clock clock,
            Consumer<String> notes,
            NoticeMetrics metrics)
            throws IOException {
        SortedMap<String, String> purpose = new TreeMap<>(Map.of("format", "notices", "topic", source.topic()));
        Outbox outbox = Outbox.open(directory, purpose);
        try {
            if (Files.getFileAttributeView(directory, PosixFileAttributeView.class) != null) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            }
            Deliveries deliveries = new Deliveries(outbox, recipients, channels, clock, notes, metrics);
            deliveries.resume();
            NoticeTopic topic =
                    new NoticeTopic(source.consumer(), source.topic(), source.values(), outbox, clock, notes, metrics);
            try {
                topic.begin(source.fromBeginning());
            } catch (IOException | RuntimeException | Error e) {
                topic.close();
                throw e;
            }
            return new Notifier(outbox, topic, deliveries, channels);
        } catch (IOException | RuntimeException | Error e) {
            outbox.close();
            throw e;
        }
    }

    /**
     * Attempts what is due, one delivery for each recipient, and reads on in the topic.
     *
     * @return false if nothing was due, and nothing was read
     */
    public boolean turn() throws IOException, InterruptedException {
        boolean hasTried = deliveries.attempt();
        List<SentNotice> notices = topic.poll(hasTried ? Duration.ZERO : POLL);
        deliveries.take(notices);
        topic.noteIfRead();
        return hasTried || !notices.isEmpty();
    }

    /** Returns true if everything was read that was in the topic at the start. */
    public boolean isAtEnd() {
        return topic.isAtEnd();
    }

    /** Returns the number of deliveries that wait for another attempt. */
    public int undelivered() {
        return deliveries.undelivered();
    }

    @Override
    public void close() throws IOException {
        channels.values().forEach(Channel::close);
        try {
            topic.close();
        } finally {
            outbox.close();
        }
    }
}
