package io.fairstream.reports.tables;

import io.fairstream.reports.records.PartitionOffsets;
import io.fairstream.reports.records.Position;
import io.fairstream.reports.records.Row;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The account edits that the topology has refused, by where they stand. */
public final class RefusedEdits {
    private RefusedEdits() {}

    /** All, as far back as rejections are kept. */
    public static Map<Position, Rejection> all(TopicReader reader) {
        Map<Position, Rejection> refused = new HashMap<>();
        reader.read(Topics.REJECTIONS, into(refused, reader));
        return refused;
    }

    /** Those refused since the rejections ended there. */
    public static Map<Position, Rejection> since(TopicReader reader, PartitionOffsets before) {
        Map<Position, Rejection> refused = new HashMap<>();
        reader.readSince(Topics.REJECTIONS, before, into(refused, reader));
        return refused;
    }

    private static Consumer<Row<Rejection>> into(Map<Position, Rejection> refused, TopicReader reader) {
        String edits = Topics.ACCOUNT_EDITS.in(reader.settings().topicPrefix());
        return row -> {
            Rejection rejection = row.value();
            if (rejection != null && rejection.getTopic().equals(edits)) {
                refused.put(new Position(rejection.getPartition(), rejection.getOffset()), rejection);
            }
        };
    }
}
