package io.fairstream.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.JsonValues;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordReader;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Reader of a file with records of Slurm's topics, one on each line, in any order: the value as a consumer prints it, or an object
 * with the value in {@code value}. Keeps the records in memory.
 */
public final class RecordedTopics {
    private final String cluster;
    private final List<JobEvent> events = new ArrayList<>();
    private final Map<String, TreeMap<Instant, JobcompRecord>> changes = new HashMap<>();

    private RecordedTopics(String cluster) {
        this.cluster = cluster;
    }

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param cluster of records without one
     * @param problems receives each unreadable line
     */
    public static Recorded<JobEvent> read(String name, BufferedReader in, String cluster, Consumer<Problem> problems)
            throws IOException {
        RecordedTopics topics = new RecordedTopics(cluster);
        RecordReader reader = new RecordReader(name, Outcome.MALFORMED, problems);
        JsonValues.lines(
                in,
                reader,
                (line, json) -> reader.read(
                        line, () -> topics.add(JobcompRecord.parse(value(new JsonFields(json)), topics.cluster))));
        return Recorded.of(topics.events, JobEvent::getAt, reader.outcomes());
    }

    private static JsonNode value(JsonFields record) throws MalformedException {
        JsonNode value = record.document("value");
        return value == null ? record.json() : value;
    }

    private Outcome add(JobcompRecord record) {
        if (record.isChangeOfSize()) {
            addChange(record);
        } else {
            events.addAll(record.events());
        }
        return record.outcome();
    }

    private void addChange(JobcompRecord record) {
        TreeMap<Instant, JobcompRecord> ofRun = changes.computeIfAbsent(record.runKey(), run -> new TreeMap<>());
        if (ofRun.putIfAbsent(record.at(), record) == null) {
            var before = ofRun.lowerEntry(record.at());
            var after = ofRun.higherEntry(record.at());
            events.addAll(SizeChangeProcessor.pieces(
                    record, before == null ? null : before.getValue(), after == null ? null : after.getValue()));
        }
    }
}
