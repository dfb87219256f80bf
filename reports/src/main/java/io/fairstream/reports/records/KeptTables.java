package io.fairstream.reports.records;

import io.fairstream.schemas.Topic;
import java.util.Collection;
import java.util.Optional;

/** Compacted topics of which somebody keeps the latest rows, so that they need not be read again for each question. */
public interface KeptTables {
    /** Keeps nothing: every question is answered from the topics. */
    KeptTables NONE = new KeptTables() {
        @Override
        public <V> Optional<Collection<Row<V>>> rows(Topic<V> topic) {
            return Optional.empty();
        }

        @Override
        public void reads(Topic<?> topic) {
            // nobody wants to know
        }
    };

    /**
     * The latest row of each key, without tombstones, in no order; empty for a topic that is not kept.
     *
     * @throws Failure if it is to be kept and cannot be read
     */
    <V> Optional<Collection<Row<V>>> rows(Topic<V> topic);

    /** Hears of each topic that is read, kept or not. */
    void reads(Topic<?> topic);

    /** The rows that whoever asks may see. */
    default Sight sight() {
        return Sight.ALL;
    }
}
