package io.fairstream.query.tables;

import io.fairstream.query.records.Position;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import java.util.HashMap;
import java.util.Map;

/** The account edits that the topology has rejected, by position. */
public final class RefusedEdits {
    private RefusedEdits() {}

    /** Returns all of them within the retention of rejections. */
    public static Map<Position, Rejection> all(TopicReader reader) {
        String edits = Topics.ACCOUNT_EDITS.in(reader.settings().topicPrefix());
        Map<Position, Rejection> refused = new HashMap<>();
        reader.read(Topics.REJECTIONS, row -> {
            Rejection rejection = row.value();
            if (rejection != null && rejection.getTopic().equals(edits)) {
                refused.put(new Position(rejection.getPartition(), rejection.getOffset()), rejection);
            }
        });
        return refused;
    }
}
