package io.fairstream.analysis.sql;

import io.fairstream.analysis.relations.Relation;
import io.fairstream.analysis.relations.Source;
import io.fairstream.reports.records.RowShare;
import java.util.Map;
import java.util.function.Supplier;

/** Where the rows of tables come from. */
public interface TopicRows {
    /**
     * Hands over what has come since; of a topic of which only the latest rows count all of these. Several threads may do so.
     *
     * @param since the offset after the last row that was handed over before, by partition; empty for all
     * @param shares makes, in each thread, what takes its rows
     */
    void read(Relation relation, Map<Integer, Long> since, Supplier<RowShare<Source>> shares);

    /** Where the topic ends, by partition: while that is the same there is nothing new. */
    Map<Integer, Long> ends(Relation relation);
}
