package io.fairstream.simulation.history;

import io.fairstream.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Collects records as clients write them: late, repeated, and out of their order. */
final class Records {
    /** Begin of all histories, milliseconds since 1970. */
    static final long START = 1_764_547_200_000L;

    private static final int MAX_REPEATED = 6;

    private final Random random;
    private final List<Arrival> arrivals = new ArrayList<>();
    private final Map<Topic<?>, Serializer<?>> serializers = new HashMap<>();
    private final long lateness;

    private record Arrival(double at, Sent record) {}

    /** @param lateness milliseconds by which records are late at most */
    Records(Random random, long lateness) {
        this.random = random;
        this.lateness = lateness;
    }

    Random random() {
        return random;
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** An event, which may be late and come again. */
    <V> void event(Topic<V> topic, String key, V value, long at) {
        byte[] bytes = bytes(topic, value);
        int times = random.nextInt(MAX_REPEATED) == 0 ? 2 : 1;
        for (int i = 0; i < times; i++) {
            arrive(topic, key, bytes, at, (double) at + random.nextDouble() * (double) lateness);
        }
    }

    /** An event that comes at most so much later than it was made, so that not too many overtake it. */
    <V> void event(Topic<V> topic, String key, V value, long at, double arrival) {
        arrive(topic, key, bytes(topic, value), at, arrival);
    }

    /** Events of one instant, as clocks of whole seconds make them. They may be late, and come in the order in which they happened. */
    <V> void events(Topic<V> topic, String key, List<V> values, long at) {
        double arrival = (double) at + random.nextDouble() * (double) lateness;
        for (V value : values) {
            arrive(topic, key, bytes(topic, value), at, arrival);
        }
    }

    /** A decision: the last one of a key holds, so they stay in their order. */
    <V> void decision(Topic<V> topic, String key, @Nullable V value, long at) {
        arrive(topic, key, value == null ? null : bytes(topic, value), at, (double) at);
    }

    /** Anything at all. */
    void raw(String topic, int partition, byte @Nullable [] key, byte @Nullable [] value, long at) {
        arrivals.add(new Arrival((double) at, new Sent(topic, partition, wrapped(key), wrapped(value), at)));
    }

    private void arrive(Topic<?> topic, String key, byte @Nullable [] value, long sent, double arrival) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        arrivals.add(new Arrival(arrival, new Sent(topic.name(), -1, Bytes.wrap(bytes), wrapped(value), sent)));
    }

    private static @Nullable Bytes wrapped(byte @Nullable [] bytes) {
        return bytes == null ? null : Bytes.wrap(bytes);
    }

    /** The value of a record on the wire. */
    <V> byte[] bytes(Topic<V> topic, V value) {
        @SuppressWarnings("unchecked") // the topic's own
        Serializer<V> serializer = (Serializer<V>) serializers.computeIfAbsent(
                topic, any -> topic.serde(SimulatedRegistry.get()).serializer());
        return serializer.serialize(topic.in(Topic.DEFAULT_PREFIX), value);
    }

    /** All of them in the order of their arrival. */
    List<Sent> arrived() {
        arrivals.sort(Comparator.comparingDouble(Arrival::at));
        return arrivals.stream().map(Arrival::record).toList();
    }
}
