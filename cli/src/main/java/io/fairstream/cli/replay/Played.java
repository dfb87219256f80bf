package io.fairstream.cli.replay;

import io.fairstream.client.InputTopic;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;

/** An event of a recording, and its topic. */
record Played<V extends SpecificRecord>(InputTopic<V> input, V event) {
    Instant at() {
        return input.at().apply(event);
    }

    String key() {
        return input.key().apply(event);
    }

    /** Topic and key of the event. Events with the same value keep their order in every delivery of the recording. */
    String thing() {
        return input.topic().name() + "/" + key();
    }
}
