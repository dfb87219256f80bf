package io.fairstream.it.laws;

import io.fairstream.it.harness.Site;
import io.fairstream.schemas.Topic;
import org.jspecify.annotations.Nullable;

/**
 * A record to send.
 *
 * @param at when it would be sent if nothing came late, milliseconds since 1970
 */
record Delivery<V>(
        Topic<V> topic, @Nullable String key, @Nullable V value, byte @Nullable [] raw, long at) {
    static <V> Delivery<V> of(Topic<V> topic, @Nullable String key, @Nullable V value, long at) {
        return new Delivery<>(topic, key, value, null, at);
    }

    static <V> Delivery<V> unreadable(Topic<V> topic, String key, byte[] bytes, long at) {
        return new Delivery<>(topic, key, null, bytes, at);
    }

    void to(Site site) {
        if (raw == null) {
            site.send(topic, key, value);
        } else {
            site.raw(topic, key, raw);
        }
    }
}
