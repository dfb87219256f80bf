package io.fairstream.rules.ledger.session;

import io.fairstream.rules.journal.UsageEntry;

/**
 * An entry for one paying account: what it used of one node in an interval.
 *
 * @param payer whether the job's account pays or the user's
 * @param account cluster/jobId, or cluster/0/user for what is no job; the user
 * @param cluster of the node
 * @param node where it was used
 * @param jobId 0 for none, and for what users pay
 * @param usage how much
 */
public record SessionCharge(
        Payer payer, String account, String cluster, String node, long jobId, UsageEntry.Usage usage) {}
