package io.fairstream.streams;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.process.Accounting;
import io.fairstream.streams.process.KeyBack;
import io.fairstream.streams.process.MatchLedgerProcessor;
import io.fairstream.streams.process.OriginStamp;
import io.fairstream.streams.process.PriorityAccountProcessor;
import io.fairstream.streams.state.CustomerAccountCodec;
import io.fairstream.streams.state.ResourceLedgerCodec;
import io.fairstream.streams.state.WriteBackStores;
import io.fairstream.streams.wire.AccountEditWire;
import io.fairstream.streams.wire.ChargeWire;
import io.fairstream.streams.wire.HotReader;
import io.fairstream.streams.wire.HotWriter;
import io.fairstream.streams.wire.MatchEventWire;
import io.fairstream.streams.wire.MatchRecordWire;
import io.fairstream.streams.wire.OpenMatchWire;
import io.fairstream.streams.wire.PriorityWire;
import io.fairstream.streams.wire.RejectionWire;
import io.fairstream.streams.wire.TallyWire;
import io.fairstream.streams.wire.Wire;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;

/**
 * The picture.
 *
 * <pre>
 *                                       ┌── of groups ──┐
 *                                       ▼               │
 * matches ──────► match-ledger ──┬─► charges ──► priority-account ──► priorities
 *                 by resource    ├─► open-matches    by customer
 *                                ├─► match-records       ▲
 *                                └─► rejections          │
 * account-edits ─────────────────────────────────────────┘
 * </pre>
 *
 * What a customer is charged the accounting group one level up is charged, too, summed up at each commit; so use goes up
 * the tree of groups, a level at each commit.
 *
 * Both keep state by key, publish it once per commit, and tell in {@code tallies} what became of their inputs. The names
 * of nodes and stores are data on disk.
 */
public final class AccountingTopology {
    static final String MATCH_LEDGER = "match-ledger";
    static final String PRIORITY_ACCOUNT = "priority-account";

    private final Accounting accounting;
    private final Wire wire;
    private final Topology topology;

    private AccountingTopology(Accounting accounting, Wire wire) {
        this.accounting = accounting;
        this.wire = wire;
        this.topology = accounting.repartition() ? repartitionedInputs() : inputs();
    }

    /** The topology for a configuration. */
    public static Topology build(Accounting accounting, Wire wire) {
        return new AccountingTopology(accounting, wire).build();
    }

    private Topology inputs() {
        Topology inputs = new Topology();
        StringDeserializer keys = new StringDeserializer();
        inputs.addSource("read-matches", keys, wire.reads(new MatchEventWire()), accounting.topic(Topics.MATCHES));
        inputs.addSource(
                "read-account-edits", keys, wire.reads(new AccountEditWire()), accounting.topic(Topics.ACCOUNT_EDITS));
        return inputs;
    }

    private Topology repartitionedInputs() {
        StreamsBuilder inputs = new StreamsBuilder();
        repartition(inputs, "matches", Topics.MATCHES, new MatchEventWire(), accounting.matchPartitions());
        repartition(
                inputs, "account-edits", Topics.ACCOUNT_EDITS, new AccountEditWire(), accounting.accountPartitions());
        return inputs.build();
    }

    private <T, W extends HotReader<T> & HotWriter<T>> void repartition(
            StreamsBuilder inputs, String name, Topic<?> topic, W format, int partitions) {
        Serde<T> values = Serdes.serdeFrom(wire.writes(format), wire.reads(format));
        inputs.stream(
                        accounting.topic(topic),
                        Consumed.with(Serdes.String(), values).withName("unsorted-" + name))
                .process(OriginStamp::new, Named.as("stamp-" + name))
                .repartition(Repartitioned.<String, T>as(name)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(values)
                        .withNumberOfPartitions(partitions))
                .process(KeyBack::new, Named.as("read-" + name));
    }

    private Topology build() {
        topology.addProcessor(
                MATCH_LEDGER,
                () -> new MatchLedgerProcessor(
                        accounting,
                        MATCH_LEDGER,
                        new MatchLedgerProcessor.Sinks(
                                "write-charges",
                                "write-open-matches",
                                "write-match-records",
                                "write-refused-matches",
                                "write-match-tallies")),
                "read-matches");
        topology.addStateStore(
                new WriteBackStores<>(MATCH_LEDGER, ResourceLedgerCodec::new, accounting.heap()), MATCH_LEDGER);
        write("write-charges", Topics.CHARGES, new ChargeWire.Written(), MATCH_LEDGER);
        write("write-open-matches", Topics.OPEN_MATCHES, new OpenMatchWire(), MATCH_LEDGER);
        write("write-match-records", Topics.MATCH_RECORDS, new MatchRecordWire(), MATCH_LEDGER);
        write("write-refused-matches", Topics.REJECTIONS, new RejectionWire(), MATCH_LEDGER);
        write("write-match-tallies", Topics.TALLIES, new TallyWire(), MATCH_LEDGER);

        topology.addSource(
                "read-charges",
                new StringDeserializer(),
                wire.reads(new ChargeWire.Read()),
                accounting.topic(Topics.CHARGES));
        topology.addProcessor(
                PRIORITY_ACCOUNT,
                () -> new PriorityAccountProcessor(
                        accounting,
                        PRIORITY_ACCOUNT,
                        new PriorityAccountProcessor.Sinks(
                                "write-priorities",
                                "write-group-charges",
                                "write-refused-edits",
                                "write-edit-tallies")),
                "read-charges",
                "read-account-edits");
        topology.addStateStore(
                new WriteBackStores<>(
                        PRIORITY_ACCOUNT, () -> new CustomerAccountCodec(accounting.halfLife()), accounting.heap()),
                PRIORITY_ACCOUNT);
        write("write-priorities", Topics.PRIORITIES, new PriorityWire(), PRIORITY_ACCOUNT);
        write("write-group-charges", Topics.CHARGES, new ChargeWire.WrittenForGroups(), PRIORITY_ACCOUNT);
        write("write-refused-edits", Topics.REJECTIONS, new RejectionWire(), PRIORITY_ACCOUNT);
        write("write-edit-tallies", Topics.TALLIES, new TallyWire(), PRIORITY_ACCOUNT);
        return topology;
    }

    private <T> void write(String name, Topic<?> topic, HotWriter<T> writer, String parent) {
        topology.addSink(name, accounting.topic(topic), new StringSerializer(), wire.writes(writer), parent);
    }
}
