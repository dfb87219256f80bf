package io.fairstream.agent;

/** Counters of an agent, as {@code io.fairstream.agent:type=Agent} in JMX. */
public interface AgentMXBean {
    long getSnapshotsMade();

    /** Number of snapshots delivered to the cluster. */
    long getSnapshotsSent();

    /** Number of snapshots that wait in the spool. */
    long getSnapshotsWaiting();

    /** Number of snapshots that did not fit into the spool, or were lost; the node counts as DOWN for their time. */
    long getSnapshotsDropped();

    /** Size of the snapshots that wait in the spool, bytes. */
    long getSpoolBytes();

    /** Number of times that a session's usage exceeded the node's capacity and was cut. */
    long getSessionsClipped();
}
