package io.fairstream.cli.userprio;

import io.fairstream.reports.records.CaughtUp;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.PartitionOffsets;
import io.fairstream.reports.records.Position;
import io.fairstream.reports.records.Sender;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.tables.RefusedEdits;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** The accounts behind the rows of priorities: takes edits to them, and finds out what has become of these. */
final class Accounts {
    private final Settings settings;
    private final TopicReader reader;

    /** Edits that were sent, and where the rejections ended before. */
    record Sent(Map<Position, AccountEdit> edits, PartitionOffsets rejectionsBefore) {}

    Accounts(TopicReader reader) {
        this.settings = reader.settings();
        this.reader = reader;
    }

    List<Priority> rows() {
        return reader.latest(Topics.PRIORITIES);
    }

    /** The customer's row; empty if there is none. */
    Optional<Priority> row(String customer) {
        Map<String, Priority> latest = new HashMap<>();
        reader.read(Topics.PRIORITIES, customer, row -> {
            if (row.value() == null) {
                latest.remove(customer);
            } else {
                latest.put(customer, row.value());
            }
        });
        return Optional.ofNullable(latest.get(customer));
    }

    /** Sends edits, and returns when the cluster has them. */
    Sent send(Collection<AccountEdit> edits) {
        PartitionOffsets before = reader.ends(Topics.REJECTIONS);
        Map<Position, AccountEdit> sent = new ConcurrentHashMap<>();
        try (Sender<AccountEdit> sender = Sender.open(settings, Topics.ACCOUNT_EDITS)) {
            for (AccountEdit edit : edits) {
                sender.send(
                        edit.getCustomer(),
                        edit,
                        (TopicPartition partition, long offset) ->
                                sent.put(new Position(partition.partition(), offset), edit));
            }
            sender.flush();
        }
        return new Sent(sent, before);
    }

    /**
     * Waits until the topology has decided on the edits.
     *
     * @return those it refused
     * @throws Failure if it takes longer
     */
    Map<Position, Rejection> await(Sent sent, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        Runnable check = () -> {
            if (System.nanoTime() > deadline) {
                throw new Failure(String.format(
                        "not taken within %d s by the topology %s (expected: one at work; what was sent stays in %s and"
                                + " acts when one reads it)",
                        patience.toSeconds(),
                        settings.applicationId(),
                        Topics.ACCOUNT_EDITS.in(settings.topicPrefix())));
            }
        };
        try (CaughtUp caughtUp = new CaughtUp(settings, check)) {
            caughtUp.awaitEdits();
        }
        Map<Position, Rejection> refused = RefusedEdits.since(reader, sent.rejectionsBefore());
        refused.keySet().retainAll(sent.edits().keySet());
        return refused;
    }
}
