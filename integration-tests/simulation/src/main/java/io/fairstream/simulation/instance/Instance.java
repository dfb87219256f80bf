package io.fairstream.simulation.instance;

import io.fairstream.simulation.history.SimulatedRegistry;
import io.fairstream.simulation.kafka.Broker;
import io.fairstream.simulation.kafka.Crashed;
import io.fairstream.simulation.kafka.Faults;
import io.fairstream.simulation.kafka.Group;
import io.fairstream.simulation.kafka.SimulatedConsumer;
import io.fairstream.simulation.kafka.SimulatedProducer;
import io.fairstream.simulation.kafka.UnsentRecordException;
import io.fairstream.streams.errors.RegistryUnavailable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.internals.StreamsConfigUtils.ProcessingMode;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.StreamTask;
import org.apache.kafka.streams.processor.internals.StreamsProducer;
import org.apache.kafka.streams.processor.internals.Task;
import org.apache.kafka.streams.processor.internals.TaskAccess;

/**
 * One instance with one thread: what the thread of Kafka Streams does with its tasks, one action at a time. After a {@link
 * io.fairstream.simulation.kafka.Crashed} nothing more may be asked of it.
 */
public final class Instance {
    private final String name;
    private final Cluster cluster;
    private final Disk disk;
    private final Time time;
    private final Faults faults;
    private final StreamsProducer producer;
    private final SimulatedConsumer consumer;
    private final DisturbedRegistry registry;
    private final TaskFactory factory;
    private final Map<TaskId, StreamTask> active = new LinkedHashMap<>();
    private final Map<TaskId, Task> standby = new LinkedHashMap<>();
    private final Map<TaskId, Restoring> restoring = new HashMap<>();
    private Group.Assignment<TaskId> assignment = new Group.Assignment<>(0, Set.of(), Set.of());

    /**
     * Cluster that all instances share.
     *
     * @param inputs what each task reads
     */
    public record Cluster(Broker broker, Group<TaskId> group, Map<TaskId, Set<TopicPartition>> inputs) {}

    /**
     * Starts an instance, which joins the group.
     *
     * @param name also of its producer
     * @param time as its machine sees it
     */
    public Instance(String name, Cluster cluster, Application application, Disk disk, Time time, Faults faults) {
        this.name = name;
        this.cluster = cluster;
        this.disk = disk;
        this.time = time;
        this.faults = faults;
        producer = new StreamsProducer(newProducer(), ProcessingMode.EXACTLY_ONCE_V2, time, new LogContext());
        consumer = new SimulatedConsumer(cluster.broker());
        registry = new DisturbedRegistry(SimulatedRegistry.get(), name, faults, new HashSet<>());
        factory = new TaskFactory(
                name,
                application.topology(disk.stores(name, faults), registry),
                application.config(),
                time,
                consumer,
                producer);
        cluster.group().join(name);
    }

    private SimulatedProducer newProducer() {
        return new SimulatedProducer(disk.transactionalId(name), name, cluster.broker(), cluster.group(), faults);
    }

    public String name() {
        return name;
    }

    /** Asks the group what to do, and fetches some records. */
    public void poll(Random random, int most) {
        guarded(() -> {
            Group.Assignment<TaskId> now = cluster.group().poll(name);
            if (now == null) {
                loseTasks();
                cluster.group().join(name);
                return;
            }
            assignment = now;
            giveUp();
            takeUp();
            initialize();
            active.values().stream()
                    .filter(task -> task.state() == Task.State.RUNNING)
                    .toList()
                    .forEach(task -> fetch(task, random, most));
        });
    }

    private void fetch(StreamTask task, Random random, int most) {
        for (TopicPartition partition : inputs(task.id())) {
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            int some = most == 0 ? 0 : random.nextInt(most + 1);
            long next = cluster.broker().log(partition).read(consumer.position(partition), some, records::add);
            registry.recordsWereRead();
            if (!records.isEmpty()) {
                task.addRecords(partition, records);
            }
            task.updateNextOffsets(partition, new OffsetAndMetadata(next, ""));
            consumer.seek(partition, next);
        }
    }

    /** Processes up to so many records of each task. */
    public void process(int most) {
        guarded(() -> {
            for (StreamTask task : List.copyOf(active.values())) {
                if (task.state() == Task.State.RUNNING) {
                    for (int i = 0; i < most && task.process(time.milliseconds()); i++) {
                        // one record each
                    }
                }
            }
        });
    }

    /** Does what is done again and again by the wall clock. */
    public void punctuate() {
        guarded(() -> active.values().stream()
                .filter(task -> task.state() == Task.State.RUNNING)
                .forEach(StreamTask::maybePunctuateSystemTime));
    }

    /** Restores some more, and begins with what is restored. */
    public void restore(int most) {
        guarded(() -> {
            List.copyOf(restoring.values()).forEach(each -> each.next(most));
            for (StreamTask task : List.copyOf(active.values())) {
                Restoring changelogs = restoring.get(task.id());
                if (changelogs != null && changelogs.isComplete()) {
                    run(task);
                }
            }
        });
    }

    private Set<TopicPartition> inputs(TaskId task) {
        return Objects.requireNonNull(cluster.inputs().get(task), "no such task");
    }

    private void run(StreamTask task) {
        Set<TopicPartition> inputs = inputs(task.id());
        consumer.committed(inputs);
        consumer.begin(inputs);
        task.completeRestoration(none -> {});
        restoring.remove(task.id());
    }

    /** Commits what all tasks have done. */
    public void commit() {
        guarded(() -> {
            commit(Set.of());
            standby.values().forEach(task -> task.postCommit(false));
        });
    }

    private void commit(Set<TaskId> leaving) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        List<StreamTask> committing = active.values().stream()
                .filter(task -> task.commitNeeded() || leaving.contains(task.id()))
                .toList();
        for (StreamTask task : committing) {
            positions.putAll(task.prepareCommit(true));
        }
        if (!positions.isEmpty() || TaskAccess.isInTransaction(producer)) {
            producer.commitTransaction(positions, cluster.group().metadata(name, assignment.generation()));
        }
        committing.forEach(task -> task.postCommit(leaving.contains(task.id())));
    }

    /** True if nothing is left to do: all tasks run, and everything is committed. */
    public boolean isIdle() {
        return active.values().stream().allMatch(task -> task.state() == Task.State.RUNNING)
                && active.values().stream().noneMatch(StreamTask::commitNeeded)
                && active.keySet().equals(assignment.active());
    }

    /** Commits, closes its state and leaves the group. */
    public void stop() {
        guarded(() -> {
            commit(active.keySet());
            for (StreamTask task : List.copyOf(active.values())) {
                task.suspend();
                task.closeClean();
                active.remove(task.id());
            }
            closeStandby(Set.copyOf(standby.keySet()));
        });
        cluster.group().leave(name);
    }

    /** Gives up what is somebody else's now; where the broker gives no answer it is tried again. */
    private void giveUp() {
        Set<TaskId> leaving = new LinkedHashSet<>(active.keySet());
        leaving.removeAll(assignment.active());
        if (!leaving.isEmpty()) {
            commit(leaving);
            for (TaskId id : leaving) {
                StreamTask task = Objects.requireNonNull(active.get(id));
                task.suspend();
                if (assignment.standby().contains(id) && factory.hasState(id)) {
                    Task copy = factory.standbyOf(task);
                    copy.initializeIfNeeded();
                    standby.put(id, copy);
                    restoring.put(id, new Restoring(copy, cluster.broker()));
                } else {
                    task.closeClean();
                    restoring.remove(id);
                }
                active.remove(id);
                cluster.group().release(name, id);
            }
        }
        Set<TaskId> copies = new LinkedHashSet<>(standby.keySet());
        copies.removeAll(assignment.standby());
        copies.removeAll(assignment.active());
        closeStandby(copies);
    }

    private void closeStandby(Set<TaskId> copies) {
        for (TaskId id : copies) {
            Task task = Objects.requireNonNull(standby.get(id));
            task.suspend();
            task.postCommit(true);
            task.closeClean();
            standby.remove(id);
            restoring.remove(id);
        }
    }

    private void takeUp() {
        for (TaskId id : assignment.active()) {
            if (!active.containsKey(id) && cluster.group().take(name, id)) {
                begin(id);
            }
        }
        for (TaskId id : assignment.standby()) {
            if (!standby.containsKey(id) && !active.containsKey(id) && factory.hasState(id)) {
                Task task = factory.standby(id, inputs(id));
                standby.put(id, task);
                task.initializeIfNeeded();
                restoring.put(id, new Restoring(task, cluster.broker()));
            }
        }
    }

    private void begin(TaskId id) {
        Task copy = standby.get(id);
        if (copy == null) {
            active.put(id, factory.active(id, inputs(id)));
        } else {
            copy.suspend();
            copy.postCommit(true);
            active.put(id, factory.activeOf(copy));
            standby.remove(id);
            restoring.remove(id);
        }
    }

    /** Opens the state of tasks; where the broker gives no answer it is tried again. */
    private void initialize() {
        for (StreamTask task : active.values()) {
            if (task.state() == Task.State.CREATED) {
                task.initializeIfNeeded();
                restoring.put(task.id(), new Restoring(task, cluster.broker()));
            }
        }
    }

    /**
     * Runs an action and handles the failures that Kafka Streams expects, as its thread does; all others are bugs and are thrown.
     */
    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (TaskMigratedException e) {
            loseTasks();
            cluster.group().leave(name);
            cluster.group().join(name);
        } catch (TaskCorruptedException e) {
            closeDirty(true);
        } catch (TimeoutException e) {
            // it is tried again
        } catch (StreamsException e) {
            throw failed(e);
        }
    }

    /** A thread ends whose producer cannot commit, whose disk is full or who must wait for the registry; any other failure is a mistake. */
    private Error failed(StreamsException failure) {
        if (RegistryUnavailable.reasonOf(failure).isPresent()) {
            return new Crashed(name + " waits: " + failure.getMessage());
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnsentRecordException || cause instanceof FullDiskException) {
                return new Crashed(name + " ends: " + cause.getMessage());
            }
        }
        throw failure;
    }

    /** The tasks are somebody else's: what was done since the last commit is given up. */
    private void loseTasks() {
        closeDirty(false);
        producer.resetProducer(newProducer());
    }

    /** Closes all active tasks. Their state is deleted if it is corrupted, or if it may hold uncommitted writes. */
    private void closeDirty(boolean isCorrupted) {
        for (StreamTask task : List.copyOf(active.values())) {
            swallow(() -> task.prepareCommit(false));
            swallow(task::suspend);
            if (isCorrupted || !factory.isTransactional()) {
                disk.wipe(task.id());
            }
            swallow(task::closeDirty);
            active.remove(task.id());
            restoring.remove(task.id());
            cluster.group().release(name, task.id());
        }
    }

    private static void swallow(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            // as Kafka Streams does with what fails while it closes what is lost
        }
    }
}
