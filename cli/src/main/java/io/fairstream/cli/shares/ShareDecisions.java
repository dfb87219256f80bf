package io.fairstream.cli.shares;

import io.fairstream.query.records.TopicReader;
import io.fairstream.query.shares.Change;
import io.fairstream.query.shares.ShareRecords;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decisions in the topic {@code shares}: reads and changes them, and checks the outcome of changes. */
record ShareDecisions(TopicReader reader) {
    /** Current decisions by path. */
    SortedMap<String, ShareNode> nodes() {
        SortedMap<String, ShareNode> nodes = new TreeMap<>();
        for (io.fairstream.schemas.ShareNode node : reader.latest(Topics.SHARES)) {
            nodes.put(node.getPath(), ShareRecords.node(node));
        }
        return nodes;
    }

    /**
     * Makes a change, and waits until the topology has processed it. If {@code patience} is zero, waits only until the cluster has
     * stored it.
     *
     * @throws io.fairstream.query.records.Failure if the topology rejects part of it, or takes longer
     */
    void make(Change<ShareNode> change, Duration patience) throws InterruptedException {
        Map<String, io.fairstream.schemas.@Nullable ShareNode> records = new LinkedHashMap<>();
        for (Change.Difference<ShareNode> difference : change.differences()) {
            ShareNode after = difference.after();
            records.put(difference.path(), after == null ? null : ShareRecords.record(after));
        }
        SentDecisions.make(reader, Topics.SHARES, records, patience);
    }
}
