package io.fairstream.cli.replay;

import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Sends events to the topics of a recording. For one thread. */
final class Senders implements AutoCloseable {
    private final Map<Topic<?>, RecordSender<?>> senders = new HashMap<>();
    private long sent;

    /**
     * Opens senders for these topics.
     *
     * @throws io.fairstream.query.records.Failure if a topic is missing
     */
    static Senders open(Settings settings, List<Topic<?>> topics) {
        Senders all = new Senders();
        try {
            topics.forEach(topic -> all.senders.put(topic, ValueFormat.sender(settings, topic)));
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    <V extends SpecificRecord> void send(Played<V> played) {
        @SuppressWarnings("unchecked")
        RecordSender<V> sender = (RecordSender<V>) senders.get(played.input().topic());
        if (sender == null) {
            throw new IllegalStateException(played.input().topic().name() + " is not a topic of the recording");
        }
        sender.send(played.key(), played.event());
        sent++;
    }

    void flush() {
        senders.values().forEach(RecordSender::flush);
    }

    /** Number of records taken so far. */
    long sent() {
        return sent;
    }

    @Override
    public void close() {
        senders.values().forEach(RecordSender::close);
    }
}
