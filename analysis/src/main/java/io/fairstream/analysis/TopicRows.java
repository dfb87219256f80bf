package io.fairstream.analysis;

import io.fairstream.query.records.RowShare;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Source;
import java.util.Map;
import java.util.function.Supplier;

/** Source of the rows of tables. */
public interface TopicRows {
    /**
     * Passes on new rows, possibly from several threads; for a compacted topic the latest ones.
     *
     * @param since offset after the last row passed on before, by partition; empty for all
     * @param shares creates the consumer of rows of each thread
     */
    void read(Relation relation, Map<Integer, Long> since, Supplier<RowShare<Source>> shares);

    /** Returns the end offsets by partition; if they are unchanged there is nothing new. */
    Map<Integer, Long> ends(Relation relation);
}
