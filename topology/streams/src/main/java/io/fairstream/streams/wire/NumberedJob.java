package io.fairstream.streams.wire;

import io.fairstream.rules.job.JobSnapshot;

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
