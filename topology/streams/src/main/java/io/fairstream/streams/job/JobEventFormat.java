package io.fairstream.streams.job;

import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobState;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.Format;
import org.apache.avro.Schema;

/** Job events. */
public final class JobEventFormat implements Format<JobEvent> {
    @Override
    public Schema schema() {
        return io.fairstream.schemas.JobEvent.getClassSchema();
    }

    @Override
    public JobEvent read(AvroIn in) {
        String cluster = in.readString();
        long jobId = in.readLong();
        Long submitted = in.readNullableLong();
        String run = in.readString();
        long at = in.readLong();
        JobState state = JobFactsFormat.readState(in);
        return new JobEvent(cluster, jobId, submitted, run, at, state, JobFactsFormat.readFacts(in));
    }

    @Override
    public void write(JobEvent event, AvroOut out) {
        out.writeString(event.cluster());
        out.writeLong(event.jobId());
        out.writeNullable(event.submitted());
        out.writeString(event.run());
        out.writeLong(event.at());
        JobFactsFormat.writeState(event.state(), out);
        JobFactsFormat.writeFacts(event.said(), out);
    }
}
