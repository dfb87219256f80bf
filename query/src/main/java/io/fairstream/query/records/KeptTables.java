package io.fairstream.query.records;

import io.fairstream.schemas.Topic;
import java.util.Collection;
import java.util.Optional;

/** Cache of compacted topics with their latest rows, so that they need not be read for each query. */
public interface KeptTables {
    /** Cache without tables: every query reads the topics. */
    KeptTables NONE = new KeptTables() {
        @Override
        public <V> Optional<Collection<Row<V>>> rows(Topic<V> topic) {
            return Optional.empty();
        }

        @Override
        public void reads(Topic<?> topic) {
            // no cache needs this
        }
    };

    /**
     * Returns the latest row of each key, without tombstones, in no order; empty for a topic that is not cached.
     *
     * @throws Failure if the topic should be cached but cannot be read
     */
    <V> Optional<Collection<Row<V>>> rows(Topic<V> topic);

    /** Records that a topic is read, cached or not. */
    void reads(Topic<?> topic);

    /** Returns the rows that the caller may see. */
    default Sight sight() {
        return Sight.ALL;
    }
}
