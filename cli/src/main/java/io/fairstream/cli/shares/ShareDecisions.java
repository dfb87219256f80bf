package io.fairstream.cli.shares;

import io.fairstream.reports.records.CaughtUp;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.PartitionOffsets;
import io.fairstream.reports.records.Position;
import io.fairstream.reports.records.Sender;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.shares.Change;
import io.fairstream.reports.shares.files.ShareRecords;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** The decisions on shares in their topic: gives them, takes changes, and finds out what has become of these. */
final class ShareDecisions {
    private final Settings settings;
    private final TopicReader reader;

    ShareDecisions(TopicReader reader) {
        this.settings = reader.settings();
        this.reader = reader;
    }

    /** The decisions that hold, by path. */
    SortedMap<String, ShareNode> nodes() {
        SortedMap<String, ShareNode> nodes = new TreeMap<>();
        for (io.fairstream.schemas.ShareNode node : reader.latest(Topics.SHARES)) {
            nodes.put(node.getPath(), ShareRecords.node(node));
        }
        return nodes;
    }

    /**
     * Makes a change, and waits until the topology has taken it; with no patience only until the cluster has it.
     *
     * @throws Failure if the topology refuses any of it, or takes longer
     */
    void make(Change change, Duration patience) throws InterruptedException {
        PartitionOffsets before = reader.ends(Topics.REJECTIONS);
        Set<Position> sent = send(change);
        if (patience.isZero()) {
            return;
        }
        long deadline = System.nanoTime() + patience.toNanos();
        Runnable check = () -> {
            if (System.nanoTime() > deadline) {
                throw new Failure(String.format(
                        "not taken within %d s by the topology %s (expected: one at work; what was sent stays in %s and"
                                + " acts when one reads it)",
                        patience.toSeconds(), settings.applicationId(), Topics.SHARES.in(settings.topicPrefix())));
            }
        };
        try (CaughtUp caughtUp = new CaughtUp(settings, check)) {
            caughtUp.awaitShares();
        }
        refuse(before, sent);
    }

    private Set<Position> send(Change change) {
        Map<Position, String> sent = new ConcurrentHashMap<>();
        try (Sender<io.fairstream.schemas.ShareNode> sender = Sender.open(settings, Topics.SHARES)) {
            for (Change.Difference difference : change.differences()) {
                String path = difference.path();
                Sender.Arrival arrival = (TopicPartition partition, long offset) ->
                        sent.put(new Position(partition.partition(), offset), path);
                ShareNode after = difference.after();
                if (after == null) {
                    sender.withdraw(path, arrival);
                } else {
                    sender.send(path, ShareRecords.record(after), arrival);
                }
            }
            sender.flush();
        }
        return sent.keySet();
    }

    private void refuse(PartitionOffsets before, Set<Position> sent) {
        String topic = Topics.SHARES.in(settings.topicPrefix());
        List<Rejection> refused = new ArrayList<>();
        reader.readSince(Topics.REJECTIONS, before, row -> {
            Rejection rejection = row.value();
            if (rejection != null
                    && rejection.getTopic().equals(topic)
                    && sent.contains(new Position(rejection.getPartition(), rejection.getOffset()))) {
                refused.add(rejection);
            }
        });
        if (!refused.isEmpty()) {
            Rejection first = refused.get(0);
            throw new Failure(String.format(
                    "%d of %d refused, the first as %s: %s",
                    refused.size(), sent.size(), first.getReason(), first.getDetail()));
        }
    }
}
