package io.fairstream.benchmarks;

import io.fairstream.rules.job.JobEvent;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.job.JobStage;
import io.fairstream.traces.Job;
import io.fairstream.traces.JobEvents;
import io.fairstream.traces.Trace;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** The events of the jobs of a log in the Standard Workload Format, in the order of time; a group of users is a bank. */
final class TraceWorkload implements Workload<JobEvent> {
    private final Format<JobEvent> format = JobStage.JOB_EVENT;
    private final Iterator<io.fairstream.schemas.JobEvent> events;

    private TraceWorkload(JobEvents events) {
        this.events = events.iterator();
    }

    /** Reads a log whole. */
    static JobEvents read(Path file) {
        try (Trace trace = TraceFormat.SWF.open(file, problem -> {})) {
            List<Job> jobs = new ArrayList<>();
            trace.forEachRemaining(jobs::add);
            return JobEvents.of(trace.name(), jobs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static TraceWorkload of(JobEvents events) {
        return new TraceWorkload(events);
    }

    @Override
    public FastAvroWriter<JobEvent> format() {
        return format;
    }

    @Override
    public String key(JobEvent event) {
        return event.job();
    }

    @Override
    public JobEvent next() {
        return Objects.requireNonNull(AvroRecords.value(format, events.next()));
    }
}
