package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads listings of jobs: what {@code flux jobs --json} and {@code flux job list} print and {@code job-list} answers, an object with
 * {@code jobs}, a list of jobs, or a job a line. Holds what they tell in memory.
 */
public final class FluxJobs {
    private final String cluster;
    private final RecordOutcomes findings;
    private final List<JobEvent> events = new ArrayList<>();

    private FluxJobs(String cluster, RecordOutcomes findings) {
        this.cluster = cluster;
        this.findings = findings;
    }

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param cluster of the jobs, which listings do not name
     * @param problems is told of every job that cannot be read
     */
    public static RecordedJobs read(String name, BufferedReader in, String cluster, Consumer<Problem> problems)
            throws IOException {
        RecordOutcomes findings = new RecordOutcomes(name, problems);
        FluxJobs jobs = new FluxJobs(cluster, findings);
        JsonValues.read(in, findings, jobs::take);
        return new RecordedJobs(jobs.events, findings.counts(), findings.notes());
    }

    private void take(long line, JsonNode value) {
        JsonNode list = value.isArray() ? value : value.path("jobs");
        if (list.isArray()) {
            list.forEach(job -> findings.read(line, () -> job(job)));
        } else {
            findings.read(line, () -> job(value));
        }
    }

    private RecordOutcome job(JsonNode job) throws MalformedException {
        if (!job.isObject()) {
            throw new MalformedException("no job (expected: an object with jobs, or one that is a job)");
        }
        long id = JobId.of(job.path("id"));
        try {
            ListedJob listed = ListedJob.of(cluster, id, new Fields(job));
            events.addAll(listed.events());
            listed.notes().forEach(findings::note);
            return listed.finding();
        } catch (MalformedException e) {
            throw new MalformedException(e.finding(), "job " + id + ": " + e.getMessage());
        }
    }
}
