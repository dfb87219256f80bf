package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.job.JobSnapshot;

/** The newest job of a number. */
public record NumberedJob(String cluster, long jobId, JobSnapshot standing) {}
