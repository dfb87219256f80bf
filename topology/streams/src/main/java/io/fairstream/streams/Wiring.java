package io.fairstream.streams;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.process.Accounting;
import io.fairstream.streams.process.BroadcastUpdate;
import io.fairstream.streams.process.OriginStamp;
import io.fairstream.streams.process.RestoreNullKey;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStores;
import io.fairstream.streams.wire.BlockOut;
import io.fairstream.streams.wire.BlockWire;
import io.fairstream.streams.wire.FastAvroReader;
import io.fairstream.streams.wire.FastAvroWriter;
import io.fairstream.streams.wire.KeyDeserializer;
import io.fairstream.streams.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A topology while it is drawn: how topics are read, partitioned anew and written. What is read as {@code x} comes from the node
 * {@code read-x}; all that is partitioned anew is read before anything is added.
 */
final class Wiring {
    private static final String READ = "read-";
    private static final String SORTED = "sorted-";
    private static final Serde<String> KEYS = Serdes.serdeFrom(new StringSerializer(), new KeyDeserializer());

    private final Accounting accounting;
    private final Wire wire;
    private final StreamsBuilder anew = new StreamsBuilder();
    private final List<Consumer<Topology>> direct = new ArrayList<>();
    private @Nullable Topology topology;

    Wiring(Accounting accounting, Wire wire) {
        this.accounting = accounting;
        this.wire = wire;
    }

    /** As far as it is drawn. */
    Topology topology() {
        if (topology == null) {
            topology = anew.build();
            direct.forEach(source -> source.accept(topology));
        }
        return topology;
    }

    /** Reads a topic as its producers have partitioned it; anew by its key, if so configured. */
    <T, W extends FastAvroReader<T> & FastAvroWriter<T>> void read(
            String name, Topic<?> topic, W format, int partitions) {
        if (accounting.repartition()) {
            repartition(name, READ, topic, format, partitions, null);
        } else {
            read(name, topic, format);
        }
    }

    /** Reads a topic as it is. */
    void read(String name, Topic<?> topic, FastAvroReader<?> format) {
        direct.add(drawn ->
                drawn.addSource(READ + name, new KeyDeserializer(), wire.reads(format), accounting.topic(topic)));
    }

    /** Reads a topic into one partition. */
    <T, W extends FastAvroReader<T> & FastAvroWriter<T>> void gather(String name, Topic<?> topic, W format) {
        repartition(name, READ, topic, format, 1, null);
    }

    /** Reads a topic into all partitions, so that each task is told every record. */
    <T, W extends FastAvroReader<T> & FastAvroWriter<T>> void broadcast(
            String name, Topic<?> topic, W format, int partitions, Function<@Nullable T, BroadcastUpdate> told) {
        repartition(name, SORTED, topic, format, partitions, (to, key, value, all) -> Optional.of(all(all)))
                .mapValues(told::apply, Named.as(READ + name));
    }

    private static Set<Integer> all(int partitions) {
        return IntStream.range(0, partitions).boxed().collect(Collectors.toUnmodifiableSet());
    }

    /** Reads a topic partitioned by a part of its key. */
    <T, W extends FastAvroReader<T> & FastAvroWriter<T>> void readBy(
            UnaryOperator<String> part, String name, Topic<?> topic, W format, int partitions) {
        repartition(name, READ, topic, format, partitions, by(part));
    }

    /**
     * @param prefix of the node's name
     * @param partitioner null for murmur2 of the key
     */
    private <T, W extends FastAvroReader<T> & FastAvroWriter<T>> KStream<@Nullable String, T> repartition(
            String name,
            String prefix,
            Topic<?> topic,
            W format,
            int partitions,
            @Nullable StreamPartitioner<String, T> partitioner) {
        Serde<T> values = Serdes.serdeFrom(wire.passesOn(format), wire.reads(format));
        return anew.stream(accounting.topic(topic), Consumed.with(KEYS, values).withName("unsorted-" + name))
                .process(OriginStamp::new, Named.as("stamp-" + name))
                .repartition(Repartitioned.<String, T>as(name)
                        .withKeySerde(KEYS)
                        .withValueSerde(values)
                        .withStreamPartitioner(partitioner)
                        .withNumberOfPartitions(partitions))
                .process(RestoreNullKey::new, Named.as(prefix + name));
    }

    /** Chooses partitions by murmur2 of a part of the key. */
    private static <T> StreamPartitioner<String, T> by(UnaryOperator<String> part) {
        return (topic, key, value, partitions) -> {
            byte[] bytes = part.apply(key).getBytes(StandardCharsets.UTF_8);
            return Optional.of(Set.of(Utils.toPositive(Utils.murmur2(bytes)) % partitions));
        };
    }

    <K, V, L, W> void process(String name, ProcessorSupplier<K, V, L, W> processor, String... parents) {
        topology().addProcessor(name, processor, parents);
    }

    /** Adds the state of a processor, under its name. */
    <S, P> void keep(String name, Supplier<StateCodec<S, P>> codec) {
        keep(name, name, codec);
    }

    /** Adds a store of a processor that has several. */
    <S, P> void keep(String processor, String store, Supplier<StateCodec<S, P>> codec) {
        topology().addStateStore(new WriteBackStores<>(store, codec, accounting.heap()), processor);
    }

    <T> void write(String name, Topic<?> topic, FastAvroWriter<T> writer, String parent) {
        topology().addSink(name, accounting.topic(topic), new StringSerializer(), wire.writes(writer), parent);
    }

    /** Writes blocks of charges, each to the partition of the accounts that are charged. */
    void writeBlocks(String name, String parent) {
        StreamPartitioner<String, BlockOut> partitioner =
                (topic, key, block, partitions) -> Optional.of(Set.of(block.partition()));
        topology()
                .addSink(
                        name,
                        accounting.topic(Topics.CHARGES),
                        new StringSerializer(),
                        wire.writes(new BlockWire()),
                        partitioner,
                        parent);
    }

    /** Writes a topic partitioned by a part of its key. */
    <T> void writeBy(UnaryOperator<String> part, String name, Topic<?> topic, FastAvroWriter<T> writer, String parent) {
        topology()
                .addSink(
                        name,
                        accounting.topic(topic),
                        new StringSerializer(),
                        wire.writes(writer),
                        Wiring.<T>by(part),
                        parent);
    }
}
