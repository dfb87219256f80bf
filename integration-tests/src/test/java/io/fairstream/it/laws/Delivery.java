package io.fairstream.it.laws;

import io.fairstream.it.harness.Site;
import io.fairstream.schemas.Topic;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A record to send.
 *
 * @param at when it would be sent if nothing came late, milliseconds since 1970
 */
record Delivery(Topic<?> topic, long at, Consumer<Site> sending) {
    static <V> Delivery of(Topic<V> topic, @Nullable String key, @Nullable V value, long at) {
        return new Delivery(topic, at, site -> site.send(topic, key, value));
    }

    static Delivery unreadable(Topic<?> topic, String key, byte[] bytes, long at) {
        return new Delivery(topic, at, site -> site.raw(topic, key, bytes));
    }

    void to(Site site) {
        sending.accept(site);
    }
}
