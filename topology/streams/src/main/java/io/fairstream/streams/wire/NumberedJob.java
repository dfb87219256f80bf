package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.job.JobStanding;

/** The newest job of a number. */
public record NumberedJob(String cluster, long jobId, JobStanding standing) {}
