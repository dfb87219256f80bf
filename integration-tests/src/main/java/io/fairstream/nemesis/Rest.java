package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Waits until a site has nothing left to do. */
final class Rest implements AutoCloseable {
    /** For the ranking, which follows once a second of the wall clock. */
    static final Duration RANKED = Duration.ofMillis(2500);

    private static final long PAUSE_MILLIS = 100;

    private final Settings settings;
    private final Admin admin;
    private final long deadline;

    /**
     * Waits for so long at most.
     *
     * @param atMost until it fails
     */
    Rest(Settings settings, Duration atMost) {
        this.settings = settings;
        this.admin = Admin.create(settings.admin());
        this.deadline = System.nanoTime() + atMost.toNanos();
    }

    /** Until the bridge has sent on all of Slurm's records. */
    void awaitBridge() throws InterruptedException {
        String group = SiteFiles.APPLICATION + "-slurm-bridge-" + SiteFiles.FINISH_TOPIC;
        try (Offsets offsets = new Offsets(settings)) {
            List<TopicPartition> partitions =
                    offsets.partitions(List.of(SiteFiles.START_TOPIC, SiteFiles.FINISH_TOPIC));
            while (true) {
                PartitionOffsets ends = offsets.ends(partitions);
                PartitionOffsets committed = offsets.committed(group);
                if (partitions.stream().allMatch(each -> committed.of(each, 0) >= ends.of(each))) {
                    return;
                }
                pause("the bridge has committed " + committed + " of " + ends);
            }
        }
    }

    /** Until the agent has sent something; nobody else writes to its topic any more. */
    void awaitAgent() throws InterruptedException {
        try (Offsets offsets = new Offsets(settings)) {
            List<TopicPartition> partitions =
                    offsets.partitions(List.of(Topics.SESSION_DELTAS.in(settings.topicPrefix())));
            Map<TopicPartition, Long> before = offsets.ends(partitions).offsets();
            while (offsets.ends(partitions).offsets().equals(before)) {
                pause("the agent sends nothing");
            }
        }
    }

    /** Until no instance has anything to read. */
    void awaitTopology() throws InterruptedException {
        while (true) {
            try (CaughtUp caughtUp = new CaughtUp(settings, () -> check("the topology has not caught up"))) {
                caughtUp.await(CaughtUp.Listener.NONE);
                return;
            } catch (KafkaException | io.fairstream.query.records.Failure e) {
                pause(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Until no transaction is open: neither is one known to be, nor is there a partition of which readers do not see the end. */
    void awaitTransactions() throws InterruptedException {
        while (true) {
            String open = openTransactions();
            if (open.isEmpty()) {
                return;
            }
            pause("transactions hang: " + open);
        }
    }

    private String openTransactions() throws InterruptedException {
        try {
            Collection<TransactionListing> listed =
                    admin.listTransactions().all().get();
            String known = listed.stream()
                    .filter(each -> each.state() == TransactionState.ONGOING
                            || each.state() == TransactionState.PREPARE_COMMIT
                            || each.state() == TransactionState.PREPARE_ABORT)
                    .map(each -> each.transactionalId() + " " + each.state())
                    .collect(Collectors.joining(", "));
            return known + unread();
        } catch (ExecutionException e) {
            return "unknown: " + e.getCause();
        }
    }

    private String unread() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        admin.describeTopics(admin.listTopics().names().get())
                .allTopicNames()
                .get()
                .values()
                .forEach(topic -> topic.partitions()
                        .forEach(info ->
                                latest.put(new TopicPartition(topic.name(), info.partition()), OffsetSpec.latest())));
        Map<TopicPartition, ListOffsetsResultInfo> all = ends(latest, IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, ListOffsetsResultInfo> committed = ends(latest, IsolationLevel.READ_COMMITTED);
        return all.entrySet().stream()
                .filter(end -> java.util.Objects.requireNonNull(committed.get(end.getKey()))
                                .offset()
                        < end.getValue().offset())
                .map(end -> " " + end.getKey())
                .collect(Collectors.joining());
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(
            Map<TopicPartition, OffsetSpec> latest, IsolationLevel level)
            throws ExecutionException, InterruptedException {
        return admin.listOffsets(latest, new ListOffsetsOptions(level)).all().get();
    }

    private void pause(String what) throws InterruptedException {
        check(what);
        Thread.sleep(PAUSE_MILLIS);
    }

    private void check(String what) {
        if (System.nanoTime() > deadline) {
            throw new NotAtRestException(what);
        }
    }

    /** It has not come to rest in time. */
    static final class NotAtRestException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotAtRestException(String message) {
            super(message);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
