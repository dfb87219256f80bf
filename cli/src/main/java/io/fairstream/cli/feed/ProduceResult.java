package io.fairstream.cli.feed;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.Refusals;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;

/** Finds out whether the topology rejected records that were sent to an input topic. */
final class ProduceResult implements AutoCloseable {
    private final Settings settings;
    private final Topic<?> topic;
    private final TopicReader reader;
    private final PartitionOffsets before;

    /** The topology did not reach the records in time. */
    private static final class Impatience extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Impatience() {
            super("", null, false, false);
        }
    }

    /** Must be created before anything is sent. */
    ProduceResult(Settings settings, Topic<?> topic) {
        this.settings = settings;
        this.topic = topic;
        reader = new TopicReader(settings);
        before = reader.ends(Topics.REJECTIONS);
    }

    /**
     * Waits for rejections of these records. Empty if no topology is running, if it does not reach the records in time, or if the
     * rejections cannot be read.
     */
    Optional<Refusals> await(SentRecords sent, Duration patience) throws InterruptedException {
        if (!isAnybodyAtWork()) {
            return Optional.empty();
        }
        long deadline = System.nanoTime() + patience.toNanos();
        Runnable check = () -> {
            if (System.nanoTime() - deadline > 0) {
                throw new Impatience();
            }
        };
        try (CaughtUp caughtUp = new CaughtUp(settings, check)) {
            caughtUp.awaitInput(topic);
            return Optional.of(refused(sent));
        } catch (Impatience | SerializationException e) {
            return Optional.empty();
        }
    }

    private boolean isAnybodyAtWork() {
        try (Offsets offsets = new Offsets(settings)) {
            return offsets.hasMembers(settings.applicationId());
        }
    }

    private Refusals refused(SentRecords sent) {
        String name = topic.in(settings.topicPrefix());
        Refusals refused = new Refusals();
        reader.readSince(Topics.REJECTIONS, before, row -> {
            Rejection rejection = row.value();
            if (rejection != null
                    && rejection.getTopic().equals(name)
                    && sent.contains(rejection.getPartition(), rejection.getOffset())) {
                refused.add(row);
            }
        });
        return refused;
    }

    @Override
    public void close() {
        reader.close();
    }
}
