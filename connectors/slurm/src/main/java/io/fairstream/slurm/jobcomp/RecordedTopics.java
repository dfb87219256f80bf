package io.fairstream.slurm.jobcomp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.fairstream.schemas.JobEvent;
import io.fairstream.slurm.MalformedException;
import io.fairstream.slurm.Problem;
import io.fairstream.slurm.RecordOutcome;
import io.fairstream.slurm.RecordedJobs;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Records of Slurm's topics in a file, a line each, in any order: the value as a consumer prints it, or an object with
 * the value in {@code value}. Holds what they tell in memory.
 */
public final class RecordedTopics {
    private static final ObjectReader JSON =
            new ObjectMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final String cluster;
    private final List<JobEvent> events = new ArrayList<>();
    private final Map<RecordOutcome, Long> findings = new EnumMap<>(RecordOutcome.class);
    private final Map<String, TreeMap<Instant, JobcompRecord>> changes = new HashMap<>();

    private RecordedTopics(String cluster) {
        this.cluster = cluster;
    }

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param cluster of records that name none
     * @param problems is told of every line that cannot be read
     */
    public static RecordedJobs read(String name, BufferedReader in, String cluster, Consumer<Problem> problems)
            throws IOException {
        RecordedTopics topics = new RecordedTopics(cluster);
        long number = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            if (!line.isBlank()) {
                try {
                    topics.add(JobcompRecord.parse(value(line), topics.cluster));
                } catch (MalformedException problem) {
                    topics.count(RecordOutcome.MALFORMED);
                    problems.accept(new Problem(name, number, String.valueOf(problem.getMessage())));
                }
            }
        }
        return new RecordedJobs(topics.events, topics.findings, Map.of());
    }

    private static JsonNode value(String line) throws MalformedException {
        JsonNode json = parse(line);
        JsonNode value = json.path("value");
        return value.isMissingNode() ? json : value.isTextual() ? parse(value.textValue()) : value;
    }

    private static JsonNode parse(String text) throws MalformedException {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new MalformedException("no JSON: " + e.getOriginalMessage());
        }
    }

    private void add(JobcompRecord record) {
        count(record.finding());
        if (!record.isChangeOfSize()) {
            events.addAll(record.events());
            return;
        }
        TreeMap<Instant, JobcompRecord> ofRun = changes.computeIfAbsent(record.runKey(), run -> new TreeMap<>());
        if (ofRun.putIfAbsent(record.at(), record) == null) {
            var before = ofRun.lowerEntry(record.at());
            var after = ofRun.higherEntry(record.at());
            events.addAll(SizeChanges.told(
                    record, before == null ? null : before.getValue(), after == null ? null : after.getValue()));
        }
    }

    private void count(RecordOutcome finding) {
        findings.merge(finding, 1L, Long::sum);
    }
}
