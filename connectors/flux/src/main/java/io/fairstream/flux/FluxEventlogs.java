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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of eventlogs of the job manager. For one job: its entries in the output of {@code flux job info ID eventlog},
 * with or without its R and its jobspec. For many: the journal's messages, old or new, archived eventlogs as texts, or
 * entries that name their job. Keeps the entries in memory, since those of a job may be separated by others.
 */
public final class FluxEventlogs {
    private final Options options;
    private final RecordReader reader;
    private final Map<Long, JobLog> jobs = new LinkedHashMap<>();

    private FluxEventlogs(Options options, RecordReader reader) {
        this.options = options;
        this.reader = reader;
    }

    /**
     * Options for facts that eventlogs do not contain.
     *
     * @param cluster of the jobs
     * @param job of entries without one; null if there are none
     */
    public record Options(String cluster, @Nullable Long job) {}

    /** Entries about one job. */
    private static final class JobLog {
        private final List<Line> lines = new ArrayList<>();
        private @Nullable ResourceSet resources;
        private Jobspec jobspec = Jobspec.NONE;
    }

    private record Line(long number, Entry entry) {}

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param problems receives each unreadable entry
     */
    public static Recorded<JobEvent> read(String name, BufferedReader in, Options options, Consumer<Problem> problems)
            throws IOException {
        RecordReader reader = new RecordReader(name, Outcome.MALFORMED, problems);
        FluxEventlogs logs = new FluxEventlogs(options, reader);
        JsonValues.read(in, reader, logs::take);
        return Recorded.of(logs.events(), JobEvent::getAt, reader.outcomes());
    }

    private void take(long line, JsonNode value) {
        if (value.isArray()) {
            value.forEach(each -> take(line, each));
            return;
        }
        JsonNode id = value.path("id");
        boolean isLog = takeLog(line, value, id);
        takeAsked(line, id, value, value.has("jobspec") ? "jobspec" : null);
        takeGot(line, id, value, value.has("R") ? "R" : null);
        if (value.has("resources") && value.has("tasks")) {
            takeAsked(line, id, value, "");
        } else if (value.has("execution")) {
            takeGot(line, id, value, "");
        } else if (!isLog && !value.has("jobspec") && !value.has("R")) {
            entry(line, id, value);
        }
    }

    /** Adds the value if it is a log, a list of entries or the text of one, and returns true. */
    private boolean takeLog(long line, JsonNode value, JsonNode id) {
        JsonNode events = value.has("events") ? value.path("events") : value.path("eventlog");
        if (events.isTextual()) {
            events.textValue().lines().filter(text -> !text.isBlank()).forEach(text -> {
                try {
                    entry(line, id, JsonValues.parse(text));
                } catch (MalformedException e) {
                    reader.problem(line, e);
                }
            });
        } else {
            events.forEach(event -> entry(
                    line, event.has("id") ? event.path("id") : id, event.has("entry") ? event.path("entry") : event));
        }
        return events.isTextual() || events.isArray();
    }

    private void entry(long line, JsonNode id, JsonNode json) {
        if (JobId.isNone(id)) {
            reader.outcomes().add(Outcome.PASSED);
            return;
        }
        try {
            Entry entry = Entry.parse(json);
            log(id).lines.add(new Line(line, entry));
        } catch (MalformedException e) {
            reader.problem(line, e);
        }
    }

    /** Adds a jobspec, from that field or, if its name is empty, from the value itself. */
    private void takeAsked(long line, JsonNode id, JsonNode value, @Nullable String field) {
        if (field != null) {
            reader.read(line, () -> {
                log(id).jobspec = Jobspec.parse(document(value, field));
                return Outcome.RESOURCES;
            });
        }
    }

    private void takeGot(long line, JsonNode id, JsonNode value, @Nullable String field) {
        if (field != null) {
            reader.read(line, () -> {
                log(id).resources = ResourceSet.parse(document(value, field));
                return Outcome.RESOURCES;
            });
        }
    }

    private static JsonNode document(JsonNode value, String field) throws MalformedException {
        return field.isEmpty() ? value : JsonFields.required(field, new JsonFields(value).document(field));
    }

    private JobLog log(JsonNode id) throws MalformedException {
        if (!id.isMissingNode()) {
            return jobs.computeIfAbsent(JobId.of(id), job -> new JobLog());
        }
        if (options.job() == null) {
            throw new MalformedException("id: missing (expected: entries with a job id, or --job)");
        }
        return jobs.computeIfAbsent(options.job(), job -> new JobLog());
    }

    private List<JobEvent> events() {
        List<JobEvent> events = new ArrayList<>();
        jobs.forEach((id, log) -> {
            if (log.lines.stream().anyMatch(line -> line.entry().name().equals("submit"))) {
                JobHistory history = new JobHistory(options.cluster(), id, log.jobspec, log.resources);
                log.lines.forEach(line -> reader.read(line.number(), () -> {
                    try {
                        return history.take(line.entry());
                    } catch (MalformedException e) {
                        throw e.in("job " + id + ", " + line.entry().name());
                    }
                }));
                events.addAll(history.events());
                history.notes().forEach(note -> reader.outcomes().note(note));
            } else {
                log.lines.forEach(line -> reader.outcomes().add(Outcome.NO_SUBMISSION));
            }
        });
        return events;
    }
}
