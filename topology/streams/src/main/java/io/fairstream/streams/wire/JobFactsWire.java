package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.job.Billed;
import io.fairstream.rules.ledger.job.JobDetails;
import io.fairstream.rules.ledger.job.JobState;
import org.jspecify.annotations.Nullable;

/** What job events and rows of jobs have in common. */
final class JobFactsWire {
    static final Symbols<JobState> STATES =
            new Symbols<>(JobState.class, io.fairstream.schemas.JobState.getClassSchema());

    private JobFactsWire() {}

    static @Nullable JobDetails readDetails(AvroIn in) {
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

    static Billed readBilled(AvroIn in) {
        return new Billed(in.readString(), in.readString(), in.readString(), in.readString(), in.readNullableLong());
    }

    /** Without the energy, which only events say. */
    static void writeBilled(Billed billed, AvroOut out) {
        out.writeString(billed.tres());
        out.writeString(billed.qos());
        out.writeString(billed.wckey());
        out.writeString(billed.reservation());
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
