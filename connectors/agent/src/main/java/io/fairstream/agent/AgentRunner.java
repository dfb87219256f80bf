package io.fairstream.agent;

import io.fairstream.schemas.SessionDelta;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.ObjectName;

/** Running agent, which passes snapshots through the spool to the cluster. Its counters are available by JMX. */
public final class AgentRunner implements AgentMXBean, AutoCloseable {
    /** Maximum time that a stop waits for the delivery of the last snapshots. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Agent agent;
    private final Spool spool;
    private final SpoolSender sender;
    private final Consumer<String> messages;
    private final ObjectName name;
    private long droppedBefore;

    /**
     * Starts the agent; closing it also closes spool and sender.
     *
     * @param key of the node, for messages
     * @param messages receives a message when snapshots are dropped
     */
    public AgentRunner(String key, Agent agent, Spool spool, SpoolSender sender, Consumer<String> messages) {
        this.agent = agent;
        this.spool = spool;
        this.sender = sender;
        this.messages = messages;
        try {
            this.name = new ObjectName("io.fairstream.agent:type=Agent,node=" + ObjectName.quote(key));
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, name);
        } catch (JMException e) {
            throw new IllegalStateException(key + ": cannot be shown through JMX: " + e.getMessage(), e);
        }
        sender.wake();
    }

    /** Takes a snapshot, stores it, triggers its delivery and returns it. */
    public List<SessionDelta> snapshot() throws IOException {
        List<SessionDelta> records = agent.snapshot();
        if (!records.isEmpty()) {
            keep(records);
        }
        sender.wake();
        return records;
    }

    private void keep(List<SessionDelta> records) {
        String why = "no room";
        try {
            spool.put(records);
        } catch (IOException e) {
            spool.lost();
            why = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        long dropped = spool.dropped();
        if (dropped > droppedBefore) {
            messages.accept("warning: " + spool.directory() + ": " + why + "; " + dropped
                    + " snapshots dropped so far; their time counts as DOWN");
        }
        droppedBefore = dropped;
    }

    @Override
    public long getSnapshotsMade() {
        return agent.made();
    }

    @Override
    public long getSnapshotsSent() {
        return sender.sent();
    }

    @Override
    public long getSnapshotsWaiting() {
        return spool.waiting().size();
    }

    @Override
    public long getSnapshotsDropped() {
        return spool.dropped();
    }

    @Override
    public long getSpoolBytes() {
        return spool.bytes();
    }

    @Override
    public long getSessionsClipped() {
        return agent.clipped();
    }

    /** Sends as many snapshots as possible within a few seconds; the others stay in the spool for the next run. */
    @Override
    public void close() throws IOException {
        sender.close(PATIENCE);
        spool.close();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException e) {
            throw new IllegalStateException(name + ": " + e.getMessage(), e);
        }
    }
}
