package io.fairstream.query.records;

import io.fairstream.schemas.Topic;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows that a caller may see. Answers and error messages are computed from visible rows only, except anonymous ranks,
 * counts and sums, which are computed from {@link TopicReader#everybody all rows}.
 */
public interface Sight {
    /** Access to everything. */
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

    /** Passes on the visible rows. A tombstone only says that a row was removed; therefore it is visible to everyone. */
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

    /** Returns the visible rows. */
    default <V> List<V> of(Topic<V> topic, List<V> all) {
        return this == ALL
                ? all
                : all.stream().filter(value -> shows(topic, value)).toList();
    }
}
