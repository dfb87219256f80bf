package io.fairstream.cli.replay;

import io.fairstream.flux.FluxEventlogs;
import io.fairstream.flux.FluxJobs;
import io.fairstream.flux.JobId;
import io.fairstream.query.records.Failure;
import io.fairstream.reading.MalformedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Recordings of Flux. */
final class FluxRecordings {
    private FluxRecordings() {}

    static Recording jobs(Opening opening, RecordingFormat format) throws IOException {
        return JobRecordings.jobs(
                opening,
                format,
                "jobs",
                (in, problems) -> FluxJobs.read(opening.name(), in, opening.cluster(), problems));
    }

    static Recording eventlogs(Opening opening, RecordingFormat format) throws IOException {
        Long job = opening.job() == null ? jobOfName(opening) : opening.job();
        FluxEventlogs.Options options = new FluxEventlogs.Options(opening.cluster(), job);
        return JobRecordings.jobs(
                opening,
                format,
                "entries",
                (in, problems) -> FluxEventlogs.read(opening.name(), in, options, problems));
    }

    /** Job id from a file name {@code ID.eventlog}; null for other names. Such a name lacks the cluster, so an option must name it. */
    private static @Nullable Long jobOfName(Opening opening) {
        if (!opening.file().toString().matches(".*\\.eventlog(\\.gz)?")) {
            return null;
        }
        long job;
        try {
            job = JobId.parse(opening.name());
        } catch (MalformedException noId) {
            return null;
        }
        if (opening.givenCluster() == null) {
            throw new Failure("--cluster is missing (expected: the cluster of job " + opening.name()
                    + ", because the file is named by the job)");
        }
        return job;
    }
}
