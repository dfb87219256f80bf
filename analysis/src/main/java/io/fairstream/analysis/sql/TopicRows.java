package io.fairstream.analysis.sql;

import io.fairstream.analysis.relations.Relation;
import io.fairstream.analysis.relations.Source;
import java.util.Map;
import java.util.function.Consumer;

/** Where the rows of tables come from. */
public interface TopicRows {
    /**
     * Hands over what has come since; of a topic of which only the latest rows count all of these.
     *
     * @param since the offset after the last row that was handed over before, by partition; empty for all
     */
    void read(Relation relation, Map<Integer, Long> since, Consumer<Source> rows);

    /** Where the topic ends, by partition: while that is the same there is nothing new. */
    Map<Integer, Long> ends(Relation relation);
}
