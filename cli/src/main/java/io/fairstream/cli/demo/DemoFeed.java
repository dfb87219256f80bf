package io.fairstream.cli.demo;

import io.fairstream.app.config.Settings;
import io.fairstream.client.InputTopic;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.ValueFormat;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Sends the events of the demo when its clock reaches them. */
final class DemoFeed implements AutoCloseable {
    private final Senders senders;
    private final Iterator<DemoEvent<?>> world;
    private @Nullable DemoEvent<?> next;
    private Instant last = DemoPool.BEGIN;
    private long sent;

    /**
     * Sends the initial decisions.
     *
     * @param world later events, in order of time
     */
    DemoFeed(Settings settings, List<DemoEvent<?>> decisions, Iterator<DemoEvent<?>> world) {
        this.world = world;
        senders = new Senders(settings);
        decisions.forEach(senders::send);
        senders.flush();
    }

    /** Sends everything up to that instant. */
    void advance(Instant until) {
        while (next != null || world.hasNext()) {
            DemoEvent<?> event = next == null ? world.next() : next;
            next = event;
            if (event.at().isAfter(until)) {
                return;
            }
            senders.send(event);
            sent++;
            next = null;
            last = event.at();
        }
    }

    /** Number of events sent so far. */
    long sent() {
        return sent;
    }

    /** Time of the newest event sent. */
    Instant last() {
        return last;
    }

    /** Waits until Kafka has stored all sent events. */
    void flush() {
        senders.flush();
    }

    @Override
    public void close() {
        senders.close();
    }

    /** Senders by topic, opened at first use. */
    private static final class Senders implements AutoCloseable {
        private final Settings settings;
        private final Map<InputTopic<?>, RecordSender<?>> open = new HashMap<>();

        Senders(Settings settings) {
            this.settings = settings;
        }

        <V extends SpecificRecord> void send(DemoEvent<V> event) {
            sender(event.input()).send(event.key(), event.value());
        }

        @SuppressWarnings("unchecked") // a topic's sender takes values of its type
        private <V extends SpecificRecord> RecordSender<V> sender(InputTopic<V> input) {
            return (RecordSender<V>) open.computeIfAbsent(input, topic -> ValueFormat.sender(settings, topic.topic()));
        }

        void flush() {
            open.values().forEach(RecordSender::flush);
        }

        @Override
        public void close() {
            open.values().forEach(RecordSender::close);
        }
    }
}
