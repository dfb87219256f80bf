package io.fairstream.streams;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.process.Accounting;
import io.fairstream.streams.process.AssignmentProcessor;
import io.fairstream.streams.process.KeyBack;
import io.fairstream.streams.process.OriginStamp;
import io.fairstream.streams.process.Told;
import io.fairstream.streams.state.Latest;
import io.fairstream.streams.state.LatestCodec;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStores;
import io.fairstream.streams.wire.AssignmentWire;
import io.fairstream.streams.wire.BalanceWire;
import io.fairstream.streams.wire.HotReader;
import io.fairstream.streams.wire.HotWriter;
import io.fairstream.streams.wire.PreferencesWire;
import io.fairstream.streams.wire.ProjectWire;
import io.fairstream.streams.wire.RejectionWire;
import io.fairstream.streams.wire.TallyWire;
import io.fairstream.streams.wire.Wire;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.jspecify.annotations.Nullable;

/**
 * The part of the picture that chooses projects for hosts.
 *
 * <pre>
 * projects ──────┐ to every
 * preferences ───┤ task        host-ledger, by host
 * balances ──────┴──────────────► assignment ──► assignments
 * </pre>
 */
final class AssignmentTopology {
    static final String ASSIGNMENT = "assignment";

    private static final AssignmentProcessor.Stores STORES = new AssignmentProcessor.Stores(
            ASSIGNMENT + "-projects", ASSIGNMENT + "-preferences", ASSIGNMENT + "-balances");

    private final Accounting accounting;
    private final Wire wire;

    AssignmentTopology(Accounting accounting, Wire wire) {
        this.accounting = accounting;
        this.wire = wire;
    }

    /** Reads what every task is told. */
    void read(StreamsBuilder inputs) {
        broadcast(inputs, "projects", Topics.PROJECTS, new ProjectWire(), Told.OfProject::new);
        broadcast(inputs, "preferences", Topics.PREFERENCES, new PreferencesWire(), Told.OfPreferences::new);
        broadcast(inputs, "balances", Topics.BALANCES, new BalanceWire(), Told.OfTarget::new);
    }

    private <T, W extends HotReader<T> & HotWriter<T>> void broadcast(
            StreamsBuilder inputs, String name, Topic<?> topic, W format, Function<@Nullable T, Told> told) {
        Serde<T> values = Serdes.serdeFrom(wire.writes(format), wire.reads(format));
        inputs.stream(
                        accounting.topic(topic),
                        Consumed.with(Serdes.String(), values).withName("unsorted-" + name))
                .process(OriginStamp::new, Named.as("stamp-" + name))
                .repartition(Repartitioned.<String, T>as(name)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(values)
                        .withNumberOfPartitions(accounting.partitions().hosts())
                        .withStreamPartitioner((to, key, value, partitions) -> Optional.of(all(partitions))))
                .process(KeyBack::new, Named.as("sorted-" + name))
                .mapValues(told::apply, Named.as("read-" + name));
    }

    private static Set<Integer> all(int partitions) {
        return IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
    }

    /**
     * Chooses.
     *
     * @param hostLedger the node that forwards each report that is the newest of its host
     */
    void assign(Topology topology, String hostLedger) {
        AssignmentProcessor.Sinks sinks =
                new AssignmentProcessor.Sinks("write-assignments", "write-refused-decisions", "write-decision-tallies");
        topology.addProcessor(
                ASSIGNMENT,
                () -> new AssignmentProcessor(accounting, STORES, sinks),
                hostLedger,
                "read-projects",
                "read-preferences",
                "read-balances");
        keep(topology, STORES.projects(), () -> LatestCodec.of(new ProjectWire()));
        keep(topology, STORES.preferences(), () -> LatestCodec.of(new PreferencesWire()));
        keep(topology, STORES.balances(), () -> LatestCodec.of(new BalanceWire()));
        write(topology, sinks.assignments(), Topics.ASSIGNMENTS, new AssignmentWire());
        write(topology, sinks.rejections(), Topics.REJECTIONS, new RejectionWire());
        write(topology, sinks.tallies(), Topics.TALLIES, new TallyWire());
    }

    private <T> void keep(Topology topology, String store, Supplier<StateCodec<Latest<T>, Void>> codec) {
        topology.addStateStore(new WriteBackStores<>(store, codec, accounting.heap()), ASSIGNMENT);
    }

    private <T> void write(Topology topology, String name, Topic<?> topic, HotWriter<T> writer) {
        topology.addSink(name, accounting.topic(topic), new StringSerializer(), wire.writes(writer), ASSIGNMENT);
    }
}
