package io.fairstream.query.jobs;

import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.job;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import org.jspecify.annotations.Nullable;

/** Jobs of a synthetic cluster, submitted at midnight. */
final class Cluster {
    private Cluster() {}

    static Job running(long id, int nodes, @Nullable Double until) {
        return job(id, JobState.RUNNING)
                .setNodes(nodes)
                .setStartTime(at(0))
                .setEndTime(until == null ? null : at(until))
                .build();
    }

    /** With a time limit of some hours, 0 for none. */
    static Job waiting(long id, int nodes, long hours, double priority) {
        return job(id, JobState.PENDING)
                .setNodes(nodes)
                .setPriority(priority)
                .setTimeLimitMinutes(hours == 0 ? null : Long.valueOf(hours * 60))
                .build();
    }
}
