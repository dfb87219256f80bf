package io.fairstream.cli.replay;

import io.fairstream.reports.records.InputTopic;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;

/** An event of a recording, and the topic it goes to. */
record Played<V extends SpecificRecord>(InputTopic<V> input, V event) {
    Instant at() {
        return input.at().apply(event);
    }

    String key() {
        return input.key().apply(event);
    }

    /** Key of events that keep their order, however a recording is delivered: events of a topic with the same key. */
    String thing() {
        return input.topic().name() + "/" + key();
    }
}
