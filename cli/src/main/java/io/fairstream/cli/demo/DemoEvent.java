package io.fairstream.cli.demo;

import io.fairstream.client.InputTopic;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record that somebody in the demo sends.
 *
 * @param input topic of the record
 * @param at time of sending, in demo time: the time of the event, unless it is late
 */
record DemoEvent<V extends SpecificRecord>(InputTopic<V> input, Instant at, V value) {
    /** An event that is sent when it happens. */
    static <V extends SpecificRecord> DemoEvent<V> of(InputTopic<V> input, V value) {
        return new DemoEvent<>(input, input.at().apply(value), value);
    }

    /** The record's key. */
    public String key() {
        return input.key().apply(value);
    }
}
