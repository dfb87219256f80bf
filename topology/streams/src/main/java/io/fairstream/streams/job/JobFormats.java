package io.fairstream.streams.job;

import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobFacts.Billed;
import io.fairstream.rules.job.JobFacts.JobDetails;
import io.fairstream.rules.job.JobFacts.ReportedUse;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.schemas.Job;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.avro.FieldFormats.Symbols;
import io.fairstream.streams.avro.Format;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Formats of job events and of rows of jobs. */
final class JobFormats {
    private JobFormats() {}

    static final class JobEventFormat implements Format<JobEvent> {
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

    /** Common format of job events and rows of jobs. */
    static final class JobFactsFormat {
        private static final Symbols<JobState> STATES =
                new Symbols<>(JobState.class, io.fairstream.schemas.JobState.getClassSchema());

        private JobFactsFormat() {}

        static JobState readState(AvroIn in) {
            return STATES.at(in.readIndex(STATES.count()));
        }

        static void writeState(JobState state, AvroOut out) {
            out.writeLong(STATES.index(state));
        }

        /** Reads all fields of an event except its state. */
        static JobFacts readFacts(AvroIn in) {
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
                    readDetails(in),
                    in.readNullableInt(),
                    readBilled(in),
                    readReported(in));
        }

        /** Writes all fields of an event except its state. */
        static void writeFacts(JobFacts said, AvroOut out) {
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
            writeDetails(said.details(), out);
            out.writeNullable(said.urgency());
            writeBilled(said.billed(), out);
            writeReported(said.reported(), out);
        }

        private static @Nullable JobDetails readDetails(AvroIn in) {
            if (in.readIndex(2) == 0) {
                return null;
            }
            return new JobDetails(
                    in.readString(),
                    in.readNullableInt(),
                    in.readNullableInt(),
                    in.readString(),
                    in.readBoolean(),
                    in.readBoolean(),
                    in.readNullableInt(),
                    in.readNullableLong(),
                    in.readNullableLong(),
                    in.readString(),
                    in.readString(),
                    in.readInt(),
                    in.readBoolean());
        }

        private static Billed readBilled(AvroIn in) {
            return new Billed(in.readString(), in.readString(), in.readString(), in.readString());
        }

        static void writeBilled(Billed billed, AvroOut out) {
            out.writeString(billed.tres());
            out.writeString(billed.qos());
            out.writeString(billed.wckey());
            out.writeString(billed.reservation());
        }

        /** Reads use measured by the scheduler. */
        static ReportedUse readReported(AvroIn in) {
            return new ReportedUse(in.readNullableLong(), in.readNullableLong(), in.readNullableLong());
        }

        /** Writes use measured by the scheduler. */
        static void writeReported(ReportedUse reported, AvroOut out) {
            out.writeNullable(reported.energyMillijoules());
            out.writeNullable(reported.cpuMillis());
            out.writeNullable(reported.memoryHighwaterKiB());
        }

        static void writeDetails(@Nullable JobDetails details, AvroOut out) {
            out.writeLong(details == null ? 0 : 1);
            if (details != null) {
                out.writeString(details.nodeList());
                out.writeNullable(details.processors());
                out.writeNullable(details.nodes());
                out.writeString(details.features());
                out.writeBoolean(details.share());
                out.writeBoolean(details.contiguous());
                out.writeNullable(details.minProcessorsPerNode());
                out.writeNullable(details.minMemoryMiB());
                out.writeNullable(details.minTmpDiskMiB());
                out.writeString(details.distribution());
                out.writeString(details.script());
                out.writeLong(details.processorsPerTask());
                out.writeBoolean(details.immediate());
            }
        }
    }

    static final class JobFormat implements FastAvroWriter<JobStage.NumberedJob> {
        @Override
        public Schema schema() {
            return Job.getClassSchema();
        }

        @Override
        public void write(JobStage.NumberedJob job, AvroOut out) {
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
    }
}
