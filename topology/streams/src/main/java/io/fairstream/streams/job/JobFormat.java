package io.fairstream.streams.job;

import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.rules.job.ReportedUse;
import io.fairstream.schemas.Job;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroWriter;
import org.apache.avro.Schema;

/** Rows of jobs. */
public final class JobFormat implements FastAvroWriter<JobFormat.NumberedJob> {
    @Override
    public Schema schema() {
        return Job.getClassSchema();
    }

    @Override
    public void write(NumberedJob job, AvroOut out) {
        JobSnapshot standing = job.standing();
        JobFacts facts = standing.facts();
        out.writeString(job.cluster());
        out.writeLong(job.jobId());
        out.writeNullable(standing.submitted());
        out.writeString(standing.run());
        out.writeLong(standing.runs());
        JobFactsFormat.writeState(standing.state(), out);
        out.writeLong(standing.since());
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
        out.writeNullable(standing.startTime());
        out.writeNullable(standing.endTime());
        out.writeNullable(facts.interconnectKey());
        out.writeNullable(facts.exitCode());
        out.writeNullable(facts.signal());
        JobFactsFormat.writeDetails(facts.details(), out);
        out.writeNullable(facts.urgency());
        JobFactsFormat.writeBilled(facts.billed(), out);
        ReportedUse reported = standing.reported();
        out.writeNullable(reported.cpuMillis());
        out.writeNullable(reported.memoryHighwaterKiB());
    }

    /** The newest job of a number. */
    public record NumberedJob(String cluster, long jobId, JobSnapshot standing) {
        /**
         * The newest job of a key.
         *
         * @param key cluster/number
         */
        public static NumberedJob of(String key, JobSnapshot standing) {
            int slash = key.indexOf('/');
            return new NumberedJob(key.substring(0, slash), Long.parseLong(key.substring(slash + 1)), standing);
        }
    }
}
