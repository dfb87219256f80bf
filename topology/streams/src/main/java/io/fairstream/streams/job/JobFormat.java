package io.fairstream.streams.job;

import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobFacts.JobDetails;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.schemas.Job;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.FieldFormats.Symbols;
import io.fairstream.streams.avro.RecordFormat;
import org.apache.avro.Schema;

/** Format of rows of jobs. */
final class JobFormat implements FastAvroWriter<JobStage.NumberedJob> {
    private static final Symbols<JobState> STATES =
            new Symbols<>(JobState.class, io.fairstream.schemas.JobState.getClassSchema());
    private static final RecordFormat<JobDetails> DETAILS =
            new RecordFormat<>(JobDetails.class, io.fairstream.schemas.JobDetails.getClassSchema());

    @Override
    public Schema schema() {
        return Job.getClassSchema();
    }

    @Override
    public void write(JobStage.NumberedJob job, AvroOut out) {
        JobSnapshot snapshot = job.snapshot();
        JobFacts facts = snapshot.facts();
        out.writeString(job.cluster());
        out.writeLong(job.jobId());
        out.writeNullable(snapshot.submitted());
        out.writeString(snapshot.run());
        out.writeLong(snapshot.runs());
        out.writeLong(STATES.index(snapshot.state()));
        out.writeLong(snapshot.since());
        out.writeNullable(facts.outcome());
        out.writeString(facts.user());
        out.writeNullable(facts.userId());
        out.writeStrings(facts.groups());
        out.writeString(facts.bank());
        out.writeString(facts.partition());
        out.writeString(facts.name());
        out.writeNullable(facts.processors());
        out.writeNullable(facts.nodes());
        out.writeString(facts.nodeList());
        out.writeNullable(facts.gpus());
        out.writeNullable(facts.memoryMiB());
        out.writeNullable(facts.priority());
        out.writeNullable(facts.timeLimitMinutes());
        out.writeNullable(snapshot.startTime());
        out.writeNullable(snapshot.endTime());
        out.writeNullable(facts.interconnectKey());
        out.writeNullable(facts.exitCode());
        out.writeNullable(facts.signal());
        JobDetails details = facts.details();
        out.writeLong(details == null ? 0 : 1);
        if (details != null) {
            DETAILS.write(details, out);
        }
        out.writeNullable(facts.urgency());
        out.writeString(facts.billed().tres());
        out.writeString(facts.billed().qos());
        out.writeString(facts.billed().wckey());
        out.writeString(facts.billed().reservation());
        out.writeNullable(snapshot.reported().cpuMillis());
        out.writeNullable(snapshot.reported().memoryHighwaterKiB());
    }
}
