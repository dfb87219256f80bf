package io.fairstream.flux;

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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reader of job listings: the output of {@code flux jobs --json}, {@code flux job list} and {@code job-list}, an object
 * with {@code jobs}, a list of jobs, or one job a line. Keeps their content in memory.
 */
public final class FluxJobs {
    private final String cluster;
    private final RecordReader reader;
    private final List<JobEvent> events = new ArrayList<>();

    private FluxJobs(String cluster, RecordReader reader) {
        this.cluster = cluster;
        this.reader = reader;
    }

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param cluster of the jobs, which listings do not contain
     * @param problems receives each unreadable job
     */
    public static Recorded<JobEvent> read(String name, BufferedReader in, String cluster, Consumer<Problem> problems)
            throws IOException {
        RecordReader reader = new RecordReader(name, Outcome.MALFORMED, problems);
        FluxJobs jobs = new FluxJobs(cluster, reader);
        JsonValues.read(in, reader, jobs::take);
        return Recorded.of(jobs.events, JobEvent::getAt, reader.outcomes());
    }

    private void take(long line, JsonNode value) {
        JsonNode list = value.isArray() ? value : value.path("jobs");
        if (list.isArray()) {
            list.forEach(job -> reader.read(line, () -> job(job)));
        } else {
            reader.read(line, () -> job(value));
        }
    }

    private Outcome job(JsonNode job) throws MalformedException {
        if (!job.isObject()) {
            throw new MalformedException("not a job (expected: a job, or an object with jobs)");
        }
        long id = JobId.of(job.path("id"));
        try {
            ListedJob listed = ListedJob.of(cluster, id, new JsonFields(job));
            events.addAll(listed.events());
            listed.notes().forEach(note -> reader.outcomes().note(note));
            return listed.outcome();
        } catch (MalformedException e) {
            throw e.in("job " + id);
        }
    }
}
