package io.fairstream.reports.records;

import io.fairstream.schemas.Topic;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows that somebody may see. Nothing is computed from others, so no answer and no refusal speaks of them; but ranks, counts and sums that
 * name nobody are of {@link TopicReader#everybody all rows}.
 */
public interface Sight {
    /** For who may see everything. */
    Sight ALL = new Sight() {
        @Override
        public <V> boolean shows(Topic<V> topic, V value) {
            return true;
        }

        @Override
        public boolean showsCustomer(String name) {
            return true;
        }
    };

    /** Returns true if the row of the topic may be seen. */
    <V> boolean shows(Topic<V> topic, V value);

    /** Returns true if rows of the customer may be seen. */
    boolean showsCustomer(String name);

    /** Hands over the rows that may be seen. A row without a value says nothing but that there is none any more. */
    default <V> Consumer<Row<V>> of(Topic<V> topic, Consumer<Row<V>> to) {
        return this == ALL
                ? to
                : row -> {
                    V value = row.value();
                    if (value == null || shows(topic, value)) {
                        to.accept(row);
                    }
                };
    }

    /** Those of the rows that may be seen. */
    default <V> List<V> of(Topic<V> topic, List<V> all) {
        return this == ALL
                ? all
                : all.stream().filter(value -> shows(topic, value)).toList();
    }
}
