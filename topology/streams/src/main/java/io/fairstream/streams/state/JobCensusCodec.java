package io.fairstream.streams.state;

import io.fairstream.rules.job.JobCensus;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the census of a job table. */
public final class JobCensusCodec {
    private static final int VERSION = 1;

    private JobCensusCodec() {}

    /** The census as it was kept, or an empty one. */
    public static JobCensus read(byte @Nullable [] kept) {
        if (kept == null) {
            return new JobCensus();
        }
        StateIn in = new StateIn(kept);
        if (in.version() != VERSION) {
            throw StateCodec.unknown("job census", in.version());
        }
        long rows = in.readLong();
        Map<String, Integer> failures = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            failures.put(in.readString(), in.readInt());
        }
        return new JobCensus(rows, failures);
    }

    public static byte[] write(JobCensus census) {
        StateOut out = new StateOut().begin(VERSION);
        out.writeLong(census.rows());
        out.writeLong(census.failures().size());
        census.failures().forEach((user, failed) -> {
            out.writeString(user);
            out.writeLong(failed);
        });
        return out.toByteArray();
    }
}
