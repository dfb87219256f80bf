package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.job.JobEvent;
import io.fairstream.rules.ledger.job.JobFacts;
import io.fairstream.rules.ledger.job.JobState;
import org.apache.avro.Schema;

/** Job events. */
public final class JobEventWire implements Format<JobEvent> {
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
        JobState state = JobFactsWire.STATES.at(in.readIndex(JobFactsWire.STATES.count()));
        return new JobEvent(cluster, jobId, submitted, run, at, state, readFacts(in));
    }

    private static JobFacts readFacts(AvroIn in) {
        return new JobFacts(
                in.readNullableString(),
                in.readString(),
                in.readNullableLong(),
                in.readStrings(),
                in.readString(),
                in.readString(),
                in.readString(),
                in.readNullableInt(),
                in.readNullableInt(),
                in.readString(),
                in.readNullableInt(),
                in.readNullableLong(),
                in.readNullableDouble(),
                in.readNullableLong(),
                in.readNullableLong(),
                in.readNullableLong(),
                in.readNullableString(),
                in.readNullableInt(),
                in.readNullableInt(),
                JobFactsWire.readDetails(in),
                in.readNullableInt(),
                JobFactsWire.readBilled(in));
    }

    @Override
    public void write(JobEvent event, AvroOut out) {
        JobFacts said = event.said();
        out.writeString(event.cluster());
        out.writeLong(event.jobId());
        out.writeNullable(event.submitted());
        out.writeString(event.run());
        out.writeLong(event.at());
        out.writeLong(JobFactsWire.STATES.index(event.state()));
        out.writeNullable(said.outcome());
        out.writeString(said.user());
        out.writeNullable(said.userId());
        out.writeStrings(said.groups());
        out.writeString(said.bank());
        out.writeString(said.partition());
        out.writeString(said.name());
        out.writeNullable(said.processors());
        out.writeNullable(said.nodes());
        out.writeString(said.nodeList());
        out.writeNullable(said.gpus());
        out.writeNullable(said.memoryMiB());
        out.writeNullable(said.priority());
        out.writeNullable(said.timeLimitMinutes());
        out.writeNullable(said.expectedStart());
        out.writeNullable(said.expectedEnd());
        out.writeNullable(said.interconnectKey());
        out.writeNullable(said.exitCode());
        out.writeNullable(said.signal());
        JobFactsWire.writeDetails(said.details(), out);
        out.writeNullable(said.urgency());
        JobFactsWire.writeBilled(said.billed(), out);
        out.writeNullable(said.billed().energyMillijoules());
    }
}
