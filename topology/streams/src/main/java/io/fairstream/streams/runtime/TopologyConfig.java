package io.fairstream.streams.runtime;

import io.fairstream.rules.Bounds.EventTimes;
import io.fairstream.rules.association.AssociationState.Sharing;
import io.fairstream.rules.balance.BalanceAccount.ChargeUnit;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.priority.PriorityRow.Retention;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.state.WriteBackStores.HeapLimits;
import java.time.Duration;

/**
 * Configuration of the topology: its rules and its topics.
 *
 * @param prefix of all topics
 * @param halfLife of the priorities
 * @param retention how long customers are kept
 * @param refresh how often rows that are off are published again; zero for never
 * @param chargesSuspended whether a suspended claim is charged
 * @param repartition whether inputs are partitioned anew, so that any partitioner will do
 * @param sharing how usage of users and in banks is counted and compared
 * @param rankingInterval how often the ranking is worked out anew; zero for every commit
 * @param volunteers how volunteers' work is accounted and hosts are given projects
 * @param jobs how long finished jobs stand in the job table
 * @param nodeSilence how long a node may be silent before it is down; zero is three of its intervals
 * @param heap how much of each store may be on the heap
 */
public record TopologyConfig(
        String prefix,
        HalfLife halfLife,
        FactorRules factors,
        Retention retention,
        EventTimes times,
        Duration refresh,
        boolean chargesSuspended,
        boolean repartition,
        Sharing sharing,
        Duration rankingInterval,
        Volunteers volunteers,
        JobLedger.Retention jobs,
        Duration nodeSilence,
        Partitions partitions,
        HeapLimits heap) {
    /** Numbers of partitions of the topics that are read; {@code charges} and {@code account-edits} have equally many. */
    public record Partitions(int matches, int jobs, int sessions, int hosts, int accounts) {}

    /**
     * Settings of the accounting of volunteers' work and of the choice of projects for hosts.
     *
     * @param chargeUnit what allocations are charged for
     * @param isByRecentWork whether projects are compared by their share of recent work; else by their balance
     * @param recentDays how many days count as recent
     * @param activeWindowDays on how many days a host or user counts as active
     */
    public record Volunteers(ChargeUnit chargeUnit, boolean isByRecentWork, int recentDays, int activeWindowDays) {}

    /** The full name of a topic of the catalogue. */
    public String topic(Topic<?> topic) {
        return topic.in(prefix);
    }

    /** The tree of accounting groups. */
    public Groups groups() {
        return factors.groups();
    }
}
