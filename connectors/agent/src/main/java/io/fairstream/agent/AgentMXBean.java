package io.fairstream.agent;

/** An agent's counters, as {@code io.fairstream.agent:type=Agent} in JMX. */
public interface AgentMXBean {
    long getSnapshotsMade();

    /** Number of snapshots delivered to the cluster. */
    long getSnapshotsSent();

    /** Number of snapshots that wait in the spool. */
    long getSnapshotsWaiting();

    /** Number of snapshots that the spool had no room for, or lost; their time is DOWN. */
    long getSnapshotsDropped();

    /** Size of the snapshots that wait in the spool, bytes. */
    long getSpoolBytes();

    /** Number of times that a session seemed to use more than the node has, and was cut to that. */
    long getSessionsClipped();
}
