package io.fairstream.rules.journal;

import org.jspecify.annotations.Nullable;

/**
 * Dimensions of the usage, for analysis. An empty name, or a number that is null, is of what the ledger does not know or does not
 * have.
 *
 * @param submitted when the job was submitted, milliseconds since 1970, which tells jobs of the same number apart
 * @param bank path of the bank that pays
 */
public record Dimensions(
        String pool,
        String resource,
        String matchId,
        String cluster,
        @Nullable Long jobId,
        String run,
        String node,
        String host,
        String project,
        String app,
        @Nullable Long submitted,
        String bank) {
    /** Dimensions of which none is known. */
    public static final Dimensions NONE = of("", "");

    private static Dimensions of(String cluster, String node) {
        return new Dimensions("", "", "", cluster, null, "", node, "", "", "", null, "");
    }

    public static Dimensions ofMatch(String pool, String resource, String matchId) {
        return new Dimensions(pool, resource, matchId, "", null, "", "", "", "", "", null, "");
    }

    /** Dimensions of a run of a job for which its bank pays. */
    public static Dimensions ofJob(String cluster, long jobId, String run, @Nullable Long submitted, String bank) {
        return new Dimensions("", "", "", cluster, jobId, run, "", "", "", "", submitted, bank);
    }

    /** Dimensions of sessions on a node, and of a job if {@code jobId} is not 0. */
    public static Dimensions ofSession(String cluster, String node, long jobId) {
        return jobId == 0
                ? of(cluster, node)
                : new Dimensions("", "", "", cluster, jobId, "", node, "", "", "", null, "");
    }

    /** Dimensions of work of a volunteer's host for a project. */
    public static Dimensions ofWork(String host, String project, String app) {
        return new Dimensions("", "", "", "", null, "", "", host, project, app, null, "");
    }
}
