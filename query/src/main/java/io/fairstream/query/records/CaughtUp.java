package io.fairstream.query.records;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the topology has processed everything that has been produced: first the inputs, then the internal topics
 * derived from them. Charges lead to charges of groups, one level of the tree at a time, and of banks; usage leads to
 * the ranking; balances lead to assignments.
 *
 * <p>A partition is done if no transaction is open before its current end, and the group's committed offset is that
 * end, or only transaction markers and aborted records lie between. A client cannot see the latter; therefore a
 * consumer is positioned at the committed offset and must reach the end without a record.
 */
public final class CaughtUp implements AutoCloseable {
    private static final List<Topic<?>> ALWAYS_ANEW = List.of(Topics.ALLOCATIONS, Topics.PROJECTS, Topics.PREFERENCES);
    private static final Duration PAUSE = Duration.ofMillis(40);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LOOKS = 20;
    private static final int MAX_LEVELS = 32;

    private final Settings settings;
    private final Runnable check;
    private final @Nullable Consumer<String> says;
    private final Duration patience;
    private boolean isAway;
    private final Offsets offsets;
    private final KafkaConsumer<byte[], byte[]> consumer;

    /**
     * Waits for the topology of the settings' application id.
     *
     * @param check throws if the topology has failed
     */
    public CaughtUp(Settings settings, Runnable check) {
        this(settings, check, null, PATIENCE);
    }

    /**
     * As before, but also waits while a topology that was running is restarted.
     *
     * @param says receives a message when no topology is running, and when one is running again
     */
    public static CaughtUp patient(Settings settings, Runnable check, Consumer<String> says) {
        return new CaughtUp(settings, check, says, PATIENCE);
    }

    /** @param patience time without progress after which a missing topology is reported */
    public CaughtUp(Settings settings, Runnable check, @Nullable Consumer<String> says, Duration patience) {
        this.settings = settings;
        this.check = check;
        this.says = says;
        this.patience = patience;
        this.offsets = new Offsets(settings);
        Map<String, Object> properties = new HashMap<>(settings.consumer());
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "4096");
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "20");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1");
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Waits.
     *
     * @param listener is called repeatedly with the remaining work
     * @throws Failure if the topology has failed, or none is running
     */
    public void await(Listener listener) throws InterruptedException {
        List<Supplier<List<TopicPartition>>> stages = stages();
        await(stages, listener);
        awaitRanking(behind -> listener.hears(stages.size(), stages.size(), behind));
    }

    /** As {@link #await}, but for one input only: match events may arrive faster than they can be processed. */
    public void awaitInput(Topic<?> input) throws InterruptedException {
        List<Supplier<List<TopicPartition>>> stages = new ArrayList<>();
        stages.add(() -> partitions(input));
        if (settings.get(Keys.TOPOLOGY_REPARTITION) || ALWAYS_ANEW.contains(input)) {
            stages.add(() -> internal(List.of(input.name())));
        }
        await(stages, Listener.NONE);
    }

    private void await(List<Supplier<List<TopicPartition>>> stages, Listener listener) throws InterruptedException {
        for (int i = 0; i < stages.size(); i++) {
            int stage = i + 1;
            new Stage(stages.get(i).get()).await(behind -> listener.hears(stage, stages.size(), behind));
        }
        awaitGroups(stages.get(stages.size() - 1), behind -> listener.hears(stages.size(), stages.size(), behind));
    }

    /**
     * Waits for the ranking and assignments: usage of banks is one charge later than that of users, the ranking reads
     * both, and assignments read balances.
     */
    private void awaitRanking(LongConsumer behind) throws InterruptedException {
        new Stage(partitions(Topics.ASSOCIATION_USAGE, Topics.BALANCES)).await(behind);
        new Stage(internal(List.of("ranking", "balances"))).await(behind);
    }

    /** Returns the partitions of the topology's repartition topics. */
    private List<TopicPartition> internal(List<String> names) {
        List<String> topics = names.stream()
                .map(name -> settings.applicationId() + "-" + name + "-repartition")
                .toList();
        return offsets.require(topics, "a running topology of that id creates them: run, standalone");
    }

    private void awaitGroups(Supplier<List<TopicPartition>> charges, LongConsumer behind) throws InterruptedException {
        for (int level = 0; level < MAX_LEVELS; level++) {
            Stage stage = new Stage(charges.get());
            if (stage.isDone()) {
                return;
            }
            stage.await(behind);
        }
    }

    /** Listener for the progress. */
    @FunctionalInterface
    public interface Listener {
        Listener NONE = (stage, stages, behind) -> {};

        /**
         * Receives the remaining work.
         *
         * @param stage counted from 1; a stage begins when the previous one is done
         * @param behind approximate number of remaining records in this stage
         */
        void hears(int stage, int stages, long behind);
    }

    private List<Supplier<List<TopicPartition>>> stages() {
        List<String> anew =
                new ArrayList<>(ALWAYS_ANEW.stream().map(Topic::name).toList());
        if (settings.get(Keys.TOPOLOGY_REPARTITION)) {
            anew.addAll(List.of("matches", "job-events", "session-deltas", "host-reports", "account-edits", "shares"));
        }
        return List.of(
                () -> partitions(
                        Topics.MATCHES,
                        Topics.JOB_EVENTS,
                        Topics.SESSION_DELTAS,
                        Topics.HOST_REPORTS,
                        Topics.ACCOUNT_EDITS,
                        Topics.SHARES,
                        Topics.ALLOCATIONS,
                        Topics.PROJECTS,
                        Topics.PREFERENCES),
                () -> internal(anew),
                () -> partitions(Topics.CHARGES));
    }

    private List<TopicPartition> partitions(Topic<?>... topics) {
        return offsets.partitions(List.of(topics).stream()
                .map(topic -> topic.in(settings.topicPrefix()))
                .toList());
    }

    @Override
    public void close() {
        Undisturbed.run(consumer::close);
        Undisturbed.run(offsets::close);
    }

    /** Topics that can be processed at the same time. */
    private final class Stage {
        private final PartitionOffsets ends;
        private final PartitionOffsets begins;
        private final Map<TopicPartition, Long> pending;
        private long lastMove = System.nanoTime();

        Stage(List<TopicPartition> partitions) {
            ends = offsets.ends(partitions);
            begins = offsets.begins(partitions);
            pending = new HashMap<>(begins.offsets());
        }

        /** The second look knows what does not move. */
        boolean isDone() {
            look();
            look();
            return pending.isEmpty();
        }

        void await(LongConsumer behind) throws InterruptedException {
            while (true) {
                check.run();
                look();
                behind.accept(behind());
                if (pending.isEmpty()) {
                    return;
                }
                requireWork();
                Thread.sleep(PAUSE.toMillis());
            }
        }

        private void look() {
            PartitionOffsets committed = offsets.committed(settings.applicationId());
            PartitionOffsets stable = offsets.stableEnds(List.copyOf(pending.keySet()));
            for (TopicPartition partition : List.copyOf(pending.keySet())) {
                long begin = begins.of(partition);
                long at = Math.max(begin, committed.of(partition, begin));
                boolean moved = !Objects.equals(pending.put(partition, at), at);
                if (moved) {
                    lastMove = System.nanoTime();
                    back();
                }
                if (at >= ends.of(partition)
                        || (!moved && stable.of(partition) >= ends.of(partition) && isEmpty(partition, at))) {
                    pending.remove(partition);
                }
            }
        }

        /**
         * Returns true if the partition has no more records. A caller that may write the topic but not read it waits
         * until the topology has committed all of it.
         */
        private boolean isEmpty(TopicPartition partition, long from) {
            try {
                return endsWithout(partition, from);
            } catch (TopicAuthorizationException e) {
                return false;
            }
        }

        private boolean endsWithout(TopicPartition partition, long from) {
            long end = ends.of(partition);
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
            for (int i = 0; i < LOOKS; i++) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(LOOK)) {
                    return record.offset() >= end;
                }
                if (consumer.position(partition) >= end) {
                    return true;
                }
            }
            return false;
        }

        private long behind() {
            return pending.entrySet().stream()
                    .mapToLong(entry -> ends.of(entry.getKey()) - entry.getValue())
                    .sum();
        }

        private void requireWork() {
            if (System.nanoTime() - lastMove <= patience.toNanos()) {
                return;
            }
            if (offsets.hasMembers(settings.applicationId())) {
                back();
                return;
            }
            String missed = String.format(
                    Locale.ROOT,
                    "application.id: %s (expected: a running topology of that id, by 'run' or 'standalone'); %,d "
                            + "records wait",
                    settings.applicationId(),
                    behind());
            if (says == null
                    || offsets.committed(settings.applicationId()).offsets().isEmpty()) {
                throw new Failure(missed);
            }
            if (!isAway) {
                isAway = true;
                says.accept(missed + ". Waiting for it");
            }
        }

        private void back() {
            if (isAway && says != null) {
                isAway = false;
                says.accept("application.id: " + settings.applicationId() + ": a topology is running again");
            }
        }
    }
}
