package io.fairstream.streams.runtime;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.job.JobRetention;
import io.fairstream.rules.priority.CustomerRetention;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.time.Duration;

/**
 * Configuration of the topology: its rules and its topics.
 *
 * @param prefix of all topics
 * @param halfLife of the priorities
 * @param refresh interval at which outdated rows are published again; zero for never
 * @param chargesSuspended whether a suspended claim is charged
 * @param repartition whether inputs are repartitioned, so that producers may use any partitioner
 * @param fairShare rules for counting and comparing usage of users and banks
 * @param rankingInterval interval between rankings; zero for every commit
 * @param volunteers settings of volunteers' work and of the assignment of projects to hosts
 * @param jobs retention of finished jobs in the job table
 * @param nodeSilence silence after which a node is down; zero is three of its report intervals
 * @param heap limits of each store on the heap
 */
public record TopologyConfig(
        String prefix,
        HalfLife halfLife,
        FactorRules factors,
        CustomerRetention retention,
        EventTimes times,
        Duration refresh,
        boolean chargesSuspended,
        boolean repartition,
        FairShareTerms fairShare,
        Duration rankingInterval,
        Volunteers volunteers,
        JobRetention jobs,
        Duration nodeSilence,
        Partitions partitions,
        HeapLimits heap) {
    /** Numbers of partitions of the input topics; {@code charges} and {@code account-edits} have the same number. */
    public record Partitions(int matches, int jobs, int sessions, int hosts, int accounts) {}

    /**
     * Settings of the accounting of volunteers' work and of the assignment of projects to hosts.
     *
     * @param chargeUnit unit in which allocations are charged
     * @param isByRecentWork whether projects are compared by their share of recent work; else by their balance
     * @param recentDays number of days that count as recent
     * @param activeWindowDays length in days of the window in which a report makes a host or user active
     */
    public record Volunteers(ChargeUnit chargeUnit, boolean isByRecentWork, int recentDays, int activeWindowDays) {}

    public String topic(Topic<?> topic) {
        return topic.in(prefix);
    }

    public Groups groups() {
        return factors.groups();
    }
}
