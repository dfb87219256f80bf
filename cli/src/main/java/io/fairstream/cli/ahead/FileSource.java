package io.fairstream.cli.ahead;

import io.fairstream.cli.feed.EventFile;
import io.fairstream.client.InputTopic;
import io.fairstream.query.records.Failure;
import io.fairstream.query.whatif.WhatIf;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Files of match events and account edits, as {@code fold} takes them; edits go first.
 *
 * @param sent assumed time at which the events were sent
 */
record FileSource(List<EventFile<?>> files, Instant sent) {
    /** True if the file's events are played here. */
    static boolean isPlayed(EventFile<?> file) {
        return file.input().equals(InputTopic.ACCOUNT_EDITS) || file.input().equals(InputTopic.MATCHES);
    }

    /** Adds the events of the files; {@code err} receives problems. */
    void addTo(WhatIf whatIf, PrintWriter err) throws IOException {
        read(InputTopic.ACCOUNT_EDITS, err, edit -> whatIf.add(edit, sent));
        read(InputTopic.MATCHES, err, event -> whatIf.add(event, sent));
    }

    private <V extends SpecificRecord> void read(InputTopic<V> topic, PrintWriter err, Consumer<V> events)
            throws IOException {
        long bad = 0;
        for (EventFile<?> file : files) {
            if (file.input().equals(topic)) {
                @SuppressWarnings("unchecked")
                EventFile<V> ofTopic = (EventFile<V>) file;
                bad += ofTopic.read(events, problem -> err.println(problem.getMessage()))
                        .bad();
            }
        }
        if (bad > 0) {
            throw new Failure(bad == 1 ? "1 bad line" : bad + " bad lines");
        }
    }
}
