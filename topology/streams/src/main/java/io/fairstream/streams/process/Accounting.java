package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.account.FactorRules;
import io.fairstream.rules.account.Groups;
import io.fairstream.rules.account.Retention;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.WriteBackStore;
import java.time.Duration;

/**
 * What the topology does and to which topics.
 *
 * @param prefix of all topics
 * @param retention how long customers are kept
 * @param refresh how often rows that are off are published again; zero for never
 * @param discountSuspended whether a suspended claim is not charged
 * @param repartition whether inputs are partitioned anew, so that any partitioner will do
 * @param matchPartitions how many partitions {@code matches} has
 * @param accountPartitions how many partitions {@code charges} and {@code account-edits} have
 * @param heap how much of each store may be on the heap
 */
public record Accounting(
        String prefix,
        HalfLife halfLife,
        FactorRules factors,
        Retention retention,
        EventTimes times,
        Duration refresh,
        boolean discountSuspended,
        boolean repartition,
        int matchPartitions,
        int accountPartitions,
        WriteBackStore.Limits heap) {

    /** The full name of a topic of the catalogue. */
    public String topic(Topic<?> topic) {
        return topic.in(prefix);
    }

    /** The tree of accounting groups. */
    public Groups groups() {
        return factors.groups();
    }

    /** All that published rows depend on besides the events; rows are published anew when it has changed. */
    String published() {
        return "rows 2, half-life " + halfLife.seconds() + " s, " + factors;
    }

    /** Whether a record of that topic is a charge; what else an account reads are edits, re-partitioned or not. */
    public boolean isCharges(String topic) {
        return topic.equals(topic(Topics.CHARGES));
    }
}
