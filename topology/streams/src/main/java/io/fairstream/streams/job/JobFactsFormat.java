package io.fairstream.streams.job;

import io.fairstream.rules.job.Billed;
import io.fairstream.rules.job.JobDetails;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobState;
import io.fairstream.rules.job.ReportedUse;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.Symbols;
import org.jspecify.annotations.Nullable;

/** Common format of job events, rows of jobs and kept jobs. */
public final class JobFactsFormat {
    private static final Symbols<JobState> STATES =
            new Symbols<>(JobState.class, io.fairstream.schemas.JobState.getClassSchema());

    private JobFactsFormat() {}

    public static JobState readState(AvroIn in) {
        return STATES.at(in.readIndex(STATES.count()));
    }

    public static void writeState(JobState state, AvroOut out) {
        out.writeLong(STATES.index(state));
    }

    /** All that an event says besides its state. */
    public static JobFacts readFacts(AvroIn in) {
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

    /** All that an event says besides its state. */
    public static void writeFacts(JobFacts said, AvroOut out) {
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

    /** Use measured by the scheduler. */
    public static ReportedUse readReported(AvroIn in) {
        return new ReportedUse(in.readNullableLong(), in.readNullableLong(), in.readNullableLong());
    }

    /** Use measured by the scheduler. */
    public static void writeReported(ReportedUse reported, AvroOut out) {
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
