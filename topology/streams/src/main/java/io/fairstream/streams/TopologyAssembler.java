package io.fairstream.streams;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.assign.AssignmentProcessor;
import io.fairstream.streams.assign.AssignmentProcessor.AssignmentInput;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.errors.PoisonRecords.KeyDeserializer;
import io.fairstream.streams.errors.UnreadableRecord.MarkingDeserializer;
import io.fairstream.streams.journal.ChargeBlockBuilder.ChargeBlockFormat;
import io.fairstream.streams.journal.Journal.ChargesByAccount;
import io.fairstream.streams.runtime.InputAccounting;
import io.fairstream.streams.runtime.Origins;
import io.fairstream.streams.runtime.Origins.OriginStamp;
import io.fairstream.streams.runtime.Origins.RestoreNullKey;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StageProcessor;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStores;
import io.fairstream.streams.runtime.WriteBackStores.LocalStores;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Builds the topology: the nodes that read, repartition and write topics. The node {@code read-x} reads the topic {@code x}; all
 * repartitioned topics are read before any other node is added.
 */
final class TopologyAssembler {
    private static final String CHARGES_BY_KIND = "charges-by-kind";
    private static final Serde<String> KEYS = Serdes.serdeFrom(new StringSerializer(), new KeyDeserializer());

    private final TopologyConfig config;
    private final SerdeFactory serdes;
    private final LocalStores local;
    private final StreamsBuilder repartitions = new StreamsBuilder();
    private final List<Consumer<Topology>> direct = new ArrayList<>();
    private @Nullable Topology topology;

    TopologyAssembler(TopologyConfig config, SerdeFactory serdes, LocalStores local) {
        this.config = config;
        this.serdes = serdes;
        this.local = local;
    }

    Topology topology() {
        if (topology == null) {
            topology = repartitions.build();
            direct.forEach(source -> source.accept(topology));
        }
        return topology;
    }

    static String read(Topic<?> topic) {
        return "read-" + topic.name();
    }

    /** Reads the stage's own topic, repartitioned if so configured. */
    <E> void read(StageSpec<E> stage) {
        StageInput<E> input = stage.input();
        if (input == null) {
            return;
        }
        StageInput.Partitioning partitioning = input.partitioning();
        if (partitioning.isRepartitioned()) {
            UnaryOperator<String> part = partitioning.part();
            repartition(
                    input.topic().name(),
                    input.topic(),
                    input.format(),
                    partitioning.partitions(),
                    part == null
                            ? null
                            : new ByContent<>((key, value, count) -> Set.of(Topic.partition(part.apply(key), count))),
                    Function.identity());
        } else {
            Deserializer<E> values = new MarkingDeserializer<>(serdes.reads(input.format()));
            direct.add(drawn ->
                    drawn.addSource(read(input.topic()), new KeyDeserializer(), values, config.topic(input.topic())));
        }
    }

    void readCharges() {
        direct.add(drawn -> drawn.addSource(
                read(Topics.CHARGES),
                new KeyDeserializer(),
                new MarkingDeserializer<>(serdes.readsOwn(new ChargeBlockFormat(), Origins.OWN)),
                config.topic(Topics.CHARGES)));
    }

    /** Adds the node that hands each charge to the stage of its account. */
    void handOutCharges(List<StageSpec<?>> stages) {
        Map<Account.Kind, String> accounts = stages.stream()
                .filter(stage -> stage.accounts() != null)
                .collect(Collectors.toMap(StageSpec::accounts, StageSpec::name));
        topology()
                .addProcessor(
                        CHARGES_BY_KIND, () -> new ChargesByAccount(config.times(), accounts), read(Topics.CHARGES));
    }

    /** Reads one of the topology's own topics into one partition. */
    <R> void gather(String name, Topic<?> topic, Format<R> format) {
        repartition(name, topic, format, 1, null, Function.identity());
    }

    /** Copies projects, preferences and balances to every task; nothing is assigned by the balances of paths. */
    void readForAssignment() {
        broadcast(Topics.PROJECTS, AssignmentProcessor.PROJECT, AssignmentInput.OfProject::new);
        broadcast(Topics.PREFERENCES, AssignmentProcessor.PREFERENCES, AssignmentInput.OfPreferences::new);
        broadcast(Topics.BALANCES, UsageFormat.BALANCE, AssignmentInput.OfTarget::new);
    }

    private <T> void broadcast(Topic<?> topic, Format<T> format, Function<@Nullable T, AssignmentInput> input) {
        repartition(
                topic.name(),
                topic,
                format,
                config.partitions().hosts(),
                new ByContent<>((key, value, count) -> isOfPath(topic, key) ? Set.of() : all(count)),
                input);
    }

    private static boolean isOfPath(Topic<?> topic, @Nullable String key) {
        return topic.equals(Topics.BALANCES) && key != null && Allocation.isPath(key);
    }

    /** Returns all partitions in ascending order, which is the same in each process, so that a run is reproducible. */
    private static Set<Integer> all(int partitions) {
        return IntStream.range(0, partitions).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Reads a topic, adds to each record a header with its topic, partition and offset, and distributes the records anew.
     *
     * @param name of the internal topic
     * @param partitioner null for murmur2 of the key
     * @param input converts a value to the input of the stage
     */
    private <T, I> void repartition(
            String name,
            Topic<?> topic,
            Format<T> format,
            int partitions,
            @Nullable StreamPartitioner<String, T> partitioner,
            Function<@Nullable T, I> input) {
        Serializer<T> writer = serdes.passesOn(format);
        Deserializer<T> reader =
                Topics.inputs().contains(topic) ? serdes.reads(format) : serdes.readsOwn(format, Origins.OWN);
        Deserializer<T> internal = serdes.readsOwn(format, Origins.ORIGIN);
        Serde<T> values = Serdes.serdeFrom(writer, new MarkingDeserializer<>(reader));
        repartitions.stream(config.topic(topic), Consumed.with(KEYS, values).withName("unsorted-" + name))
                .process(OriginStamp<T>::new, Named.as("stamp-" + name))
                .repartition(Repartitioned.<String, T>as(name)
                        .withKeySerde(KEYS)
                        .withValueSerde(Serdes.serdeFrom(writer, new MarkingDeserializer<>(internal)))
                        .withStreamPartitioner(partitioner)
                        .withNumberOfPartitions(partitions))
                .process(() -> new RestoreNullKey<>(input), Named.as(read(topic)));
    }

    /** Adds a stage with its state and the topics it writes. */
    <E> void add(StageSpec<E> spec) {
        List<String> parents = new ArrayList<>();
        if (spec.accounts() != null) {
            parents.add(CHARGES_BY_KIND);
        }
        if (spec.reads() != null) {
            parents.add(read(spec.reads()));
        }
        topology()
                .addProcessor(spec.name(), () -> new StageProcessor<>(config, spec), parents.toArray(String[]::new))
                .addStateStore(store(spec.name(), spec.create().apply(config)), spec.name());
        spec.outputs().forEach(output -> write(spec.name(), output));
    }

    private <S, P> StoreBuilder<?> store(String name, Stage<?, S, P> stage) {
        return new WriteBackStores<>(name, stage::codec, config.heap(), local);
    }

    /** Adds the stage that chooses projects for hosts. */
    void addAssignment(String name, String hosts) {
        topology()
                .addProcessor(
                        name,
                        () -> new AssignmentProcessor(config),
                        hosts,
                        read(Topics.PROJECTS),
                        read(Topics.PREFERENCES),
                        read(Topics.BALANCES));
        AssignmentProcessor.stores(config, local).forEach(store -> topology().addStateStore(store, name));
        write(name, AssignmentProcessor.ASSIGNMENTS);
        InputAccounting.OUTPUTS.forEach(output -> write(name, output));
    }

    private <R> void write(String stage, Output<R> output) {
        Output.Choice<R> choice = output.partitioning();
        StreamPartitioner<String, R> partitioner =
                choice == null ? null : new ByContent<>((key, row, count) -> Set.of(choice.partition(key, row, count)));
        topology()
                .addSink(
                        output.node(stage),
                        config.topic(output.topic()),
                        new StringSerializer(),
                        serdes.writes(output.format()),
                        partitioner,
                        stage);
    }

    /** Partitions of a record by its key, its value and the number of partitions. */
    private interface Partitions<V> {
        Set<Integer> of(String key, V value, int count);
    }

    /** Partitioner that ignores the topic and the headers of a record. */
    private record ByContent<V>(Partitions<V> partitions) implements StreamPartitioner<String, V> {
        @Override
        public Optional<Set<Integer>> partitions(String topic, String key, V value, Headers headers, int count) {
            return Optional.of(partitions.of(key, value, count));
        }

        @Override
        @SuppressWarnings("removal") // abstract until Kafka removes it
        public Optional<Set<Integer>> partitions(String topic, String key, V value, int count) {
            return Optional.of(partitions.of(key, value, count));
        }
    }
}
