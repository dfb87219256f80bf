package io.fairstream.agent;

/** An agent's counters, as {@code io.fairstream.agent:type=Agent} in JMX. */
public interface AgentMXBean {
    long getSnapshotsMade();

    /** How many snapshots the cluster has got. */
    long getSnapshotsSent();

    /** How many snapshots wait in the spool. */
    long getSnapshotsWaiting();

    /** How many snapshots the spool had no room for, or lost; their time is DOWN. */
    long getSnapshotsDropped();

    /** What waits in the spool, bytes. */
    long getSpoolBytes();

    /** How often a session seemed to use more than the node has, and was cut to that. */
    long getSessionsClipped();
}
