package org.apache.kafka.streams.processor.internals;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.streams.TopologyConfig.TaskConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.state.internals.ThreadCache;
import org.jspecify.annotations.NullMarked;

/**
 * Access to package-private parts of Kafka Streams' tasks that the simulator needs, in the version that the build pins: standby
 * tasks, the change of one kind into the other, and restoring.
 */
@NullMarked
public final class TaskAccess {
    private TaskAccess() {}

    /** A task that keeps a copy of the state. */
    @SuppressWarnings("rawtypes")
    public static Task standby(
            TaskId id,
            Set<TopicPartition> inputs,
            ProcessorTopology topology,
            TaskConfig config,
            StreamsMetricsImpl metrics,
            ProcessorStateManager state,
            StateDirectory directory,
            ThreadCache cache,
            InternalProcessorContext context) {
        return new StandbyTask(id, inputs, topology, config, metrics, state, directory, cache, context);
    }

    /** Turns a suspended active task into one that keeps a copy. */
    public static Task standbyOf(
            StreamTask active, StreamsMetricsImpl metrics, StateDirectory directory, ThreadCache cache) {
        active.prepareRecycle();
        active.stateMgr.transitionTaskType(Task.TaskType.STANDBY, new LogContext());
        return new StandbyTask(
                active.id,
                active.inputPartitions(),
                active.topology,
                active.config,
                metrics,
                active.stateMgr,
                directory,
                cache,
                active.processorContext);
    }

    /** Returns true if a topology has state of which copies can exist. */
    public static boolean hasState(ProcessorTopology topology) {
        return topology.hasStateWithChangelogs();
    }

    /** The topology of a task. */
    public static ProcessorTopology topology(Task task) {
        return ((AbstractTask) task).topology;
    }

    /** Turns a suspended task that keeps a copy into an active one. */
    public static StreamTask activeOf(
            Task task,
            Consumer<byte[], byte[]> consumer,
            StreamsMetricsImpl metrics,
            StateDirectory directory,
            ThreadCache cache,
            Time time,
            RecordCollector collector) {
        StandbyTask standby = (StandbyTask) task;
        standby.prepareRecycle();
        standby.stateMgr.transitionTaskType(Task.TaskType.ACTIVE, new LogContext());
        return new StreamTask(
                standby.id,
                standby.inputPartitions(),
                standby.topology,
                consumer,
                standby.config,
                metrics,
                directory,
                cache,
                time,
                standby.stateMgr,
                collector,
                standby.processorContext,
                new LogContext(),
                false);
    }

    /** Where the state of a task stands in its changelogs: the next offset to read, by partition. */
    public static Map<TopicPartition, Long> changelogOffsets(Task task) {
        return ((AbstractTask) task).stateMgr.changelogOffsets();
    }

    /** Restores records of a changelog into the state of a task. */
    public static void restore(Task task, TopicPartition changelog, List<ConsumerRecord<byte[], byte[]>> records) {
        ProcessorStateManager state = ((AbstractTask) task).stateMgr;
        state.restore(state.storeMetadata(changelog), records, OptionalLong.empty());
    }

    /** The parts of a topology that run apart from each other, by number. */
    public static Map<Integer, InternalTopologyBuilder.TopicsInfo> subtopologies(InternalTopologyBuilder topology) {
        topology.buildTopology(); // names the changelogs
        Map<Integer, InternalTopologyBuilder.TopicsInfo> subtopologies = new TreeMap<>();
        topology.subtopologyToTopicsInfo()
                .forEach((subtopology, topics) -> subtopologies.put(subtopology.nodeGroupId, topics));
        return subtopologies;
    }

    /** Returns true if a transaction was begun and is neither committed nor aborted. */
    public static boolean isInTransaction(StreamsProducer producer) {
        return producer.transactionInFlight();
    }
}
