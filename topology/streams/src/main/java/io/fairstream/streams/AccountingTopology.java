package io.fairstream.streams;

import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.process.Accounting;
import io.fairstream.streams.process.AssociationAccountProcessor;
import io.fairstream.streams.process.ChargesByKind;
import io.fairstream.streams.process.JobLedgerProcessor;
import io.fairstream.streams.process.KeyBack;
import io.fairstream.streams.process.MatchLedgerProcessor;
import io.fairstream.streams.process.OriginStamp;
import io.fairstream.streams.process.PriorityAccountProcessor;
import io.fairstream.streams.process.RankingProcessor;
import io.fairstream.streams.process.SessionLedgerProcessor;
import io.fairstream.streams.process.UsageAccountProcessor;
import io.fairstream.streams.state.AssociationAccountCodec;
import io.fairstream.streams.state.CustomerAccountCodec;
import io.fairstream.streams.state.JobAccountCodec;
import io.fairstream.streams.state.JobNumberCodec;
import io.fairstream.streams.state.NodeLedgerCodec;
import io.fairstream.streams.state.RankedPathCodec;
import io.fairstream.streams.state.ResourceLedgerCodec;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.UserAccountCodec;
import io.fairstream.streams.state.WriteBackStores;
import io.fairstream.streams.wire.AccountEditWire;
import io.fairstream.streams.wire.AssociationChargeWire;
import io.fairstream.streams.wire.AssociationUsageWire;
import io.fairstream.streams.wire.ChargeWire;
import io.fairstream.streams.wire.FairShareWire;
import io.fairstream.streams.wire.HotReader;
import io.fairstream.streams.wire.HotWriter;
import io.fairstream.streams.wire.JobEventWire;
import io.fairstream.streams.wire.JobWire;
import io.fairstream.streams.wire.MatchEventWire;
import io.fairstream.streams.wire.MatchRecordWire;
import io.fairstream.streams.wire.NodeWire;
import io.fairstream.streams.wire.OpenMatchWire;
import io.fairstream.streams.wire.PriorityWire;
import io.fairstream.streams.wire.RejectionWire;
import io.fairstream.streams.wire.SessionChargeWire;
import io.fairstream.streams.wire.SessionDeltaWire;
import io.fairstream.streams.wire.ShareNodeWire;
import io.fairstream.streams.wire.TallyWire;
import io.fairstream.streams.wire.UsageWire;
import io.fairstream.streams.wire.Wire;
import java.util.function.Supplier;
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
 *                 ledgers                                  accounts
 *                                       ┌── of groups ──┐
 *                                       ▼               │
 * matches ──────► match-ledger ──┬─► charges ─┬► priority-account ──► priorities
 *                 by resource    │      ▲     │   by customer
 *                                │      │     │      ▲
 * account-edits ─────────────────┼──────┼─────┼──────┘
 *                                │      │     │
 * job-events ───► job-ledger ────┼──────┤     ├► job-account ───────► job-accounting
 *                 by job ──► jobs│      │     │   by job
 *                                │      │     │
 * session-deltas ► session-ledger┼──────┤     ├► user-account ──────► user-accounting
 *                 by node ► nodes│      │     │   by user
 *                                │      │     │   by bank and user
 * shares ────────────────────────┼──────┼─────┴► association-account ► association-usage ─► ranking ─► fair-share
 *                                │      └── of banks ──┘
 *                                ▼
 *            open-matches, match-records, rejections
 * </pre>
 *
 * What a customer is charged the accounting group one level up is charged, too, summed up at each commit; so use goes up
 * the tree of groups, a level at each commit. What a user in a bank is charged all banks around it are charged, summed up at
 * each commit. The ranking is one task for all.
 *
 * All keep state by key, publish it once per commit, and the ledgers tell in {@code tallies} what became of their inputs. The names
 * of nodes and stores are data on disk.
 */
public final class AccountingTopology {
    static final String MATCH_LEDGER = "match-ledger";
    static final String JOB_LEDGER = "job-ledger";
    static final String SESSION_LEDGER = "session-ledger";
    static final String PRIORITY_ACCOUNT = "priority-account";
    static final String JOB_ACCOUNT = "job-account";
    static final String USER_ACCOUNT = "user-account";
    static final String ASSOCIATION_ACCOUNT = "association-account";
    static final String RANKING = "ranking";
    private static final String CHARGES_BY_KIND = "charges-by-kind";

    private final Accounting accounting;
    private final Wire wire;
    private final Topology topology;

    private AccountingTopology(Accounting accounting, Wire wire) {
        this.accounting = accounting;
        this.wire = wire;
        this.topology = inputs();
    }

    /** The topology for a configuration. */
    public static Topology build(Accounting accounting, Wire wire) {
        return new AccountingTopology(accounting, wire).build();
    }

    private Topology inputs() {
        StreamsBuilder builder = new StreamsBuilder();
        AssociationUsageWire usage =
                new AssociationUsageWire(accounting.sharing().terms());
        repartition(builder, RANKING, Topics.ASSOCIATION_USAGE, usage, 1);
        if (accounting.repartition()) {
            repartitionInputs(builder);
            return builder.build();
        }
        Topology inputs = builder.build();
        read(inputs, "read-matches", Topics.MATCHES, new MatchEventWire());
        read(inputs, "read-job-events", Topics.JOB_EVENTS, new JobEventWire());
        read(inputs, "read-session-deltas", Topics.SESSION_DELTAS, new SessionDeltaWire());
        read(inputs, "read-account-edits", Topics.ACCOUNT_EDITS, new AccountEditWire());
        read(inputs, "read-shares", Topics.SHARES, new ShareNodeWire());
        return inputs;
    }

    private void read(Topology inputs, String name, Topic<?> topic, HotReader<?> format) {
        inputs.addSource(name, new StringDeserializer(), wire.reads(format), accounting.topic(topic));
    }

    private void repartitionInputs(StreamsBuilder inputs) {
        Accounting.Partitions partitions = accounting.partitions();
        repartition(inputs, "matches", Topics.MATCHES, new MatchEventWire(), partitions.matches());
        repartition(inputs, "job-events", Topics.JOB_EVENTS, new JobEventWire(), partitions.jobs());
        repartition(inputs, "session-deltas", Topics.SESSION_DELTAS, new SessionDeltaWire(), partitions.sessions());
        repartition(inputs, "account-edits", Topics.ACCOUNT_EDITS, new AccountEditWire(), partitions.accounts());
        repartition(inputs, "shares", Topics.SHARES, new ShareNodeWire(), partitions.accounts());
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
        matchLedger();
        jobLedger();
        sessionLedger();
        read(topology, "read-charges", Topics.CHARGES, new ChargeWire.Read());
        topology.addProcessor(
                CHARGES_BY_KIND,
                () -> new ChargesByKind(
                        new ChargesByKind.Accounts(PRIORITY_ACCOUNT, JOB_ACCOUNT, USER_ACCOUNT, ASSOCIATION_ACCOUNT)),
                "read-charges");
        priorityAccount();
        jobAccount();
        userAccount();
        associationAccount();
        ranking();
        return topology;
    }

    private void matchLedger() {
        MatchLedgerProcessor.Sinks sinks = new MatchLedgerProcessor.Sinks(
                "write-charges",
                "write-open-matches",
                "write-match-records",
                "write-refused-matches",
                "write-match-tallies");
        topology.addProcessor(
                MATCH_LEDGER, () -> new MatchLedgerProcessor(accounting, MATCH_LEDGER, sinks), "read-matches");
        keep(MATCH_LEDGER, ResourceLedgerCodec::new);
        write(sinks.charges(), Topics.CHARGES, new ChargeWire.Written(), MATCH_LEDGER);
        write(sinks.openMatches(), Topics.OPEN_MATCHES, new OpenMatchWire(), MATCH_LEDGER);
        write(sinks.matchRecords(), Topics.MATCH_RECORDS, new MatchRecordWire(), MATCH_LEDGER);
        write(sinks.rejections(), Topics.REJECTIONS, new RejectionWire(), MATCH_LEDGER);
        write(sinks.tallies(), Topics.TALLIES, new TallyWire(), MATCH_LEDGER);
    }

    private void jobLedger() {
        JobLedgerProcessor.Sinks sinks = new JobLedgerProcessor.Sinks(
                "write-job-charges", "write-holdings", "write-jobs", "write-refused-job-events", "write-job-tallies");
        topology.addProcessor(
                JOB_LEDGER, () -> new JobLedgerProcessor(accounting, JOB_LEDGER, sinks), "read-job-events");
        keep(JOB_LEDGER, JobNumberCodec::new);
        write(sinks.charges(), Topics.CHARGES, new ChargeWire.WrittenForJobs(), JOB_LEDGER);
        write(sinks.holdings(), Topics.CHARGES, new AssociationChargeWire.Written(), JOB_LEDGER);
        write(sinks.jobs(), Topics.JOBS, new JobWire(), JOB_LEDGER);
        write(sinks.rejections(), Topics.REJECTIONS, new RejectionWire(), JOB_LEDGER);
        write(sinks.tallies(), Topics.TALLIES, new TallyWire(), JOB_LEDGER);
    }

    private void sessionLedger() {
        SessionLedgerProcessor.Sinks sinks = new SessionLedgerProcessor.Sinks(
                "write-session-charges", "write-nodes", "write-refused-session-deltas", "write-session-tallies");
        topology.addProcessor(
                SESSION_LEDGER,
                () -> new SessionLedgerProcessor(accounting, SESSION_LEDGER, sinks),
                "read-session-deltas");
        keep(SESSION_LEDGER, NodeLedgerCodec::new);
        write(sinks.charges(), Topics.CHARGES, new SessionChargeWire(), SESSION_LEDGER);
        write(sinks.nodes(), Topics.NODES, new NodeWire(), SESSION_LEDGER);
        write(sinks.rejections(), Topics.REJECTIONS, new RejectionWire(), SESSION_LEDGER);
        write(sinks.tallies(), Topics.TALLIES, new TallyWire(), SESSION_LEDGER);
    }

    private void priorityAccount() {
        PriorityAccountProcessor.Sinks sinks = new PriorityAccountProcessor.Sinks(
                "write-priorities", "write-group-charges", "write-refused-edits", "write-edit-tallies");
        topology.addProcessor(
                PRIORITY_ACCOUNT,
                () -> new PriorityAccountProcessor(accounting, PRIORITY_ACCOUNT, sinks),
                CHARGES_BY_KIND,
                "read-account-edits");
        keep(PRIORITY_ACCOUNT, () -> new CustomerAccountCodec(accounting.halfLife()));
        write(sinks.priorities(), Topics.PRIORITIES, new PriorityWire(), PRIORITY_ACCOUNT);
        write(sinks.groupCharges(), Topics.CHARGES, new ChargeWire.WrittenForGroups(), PRIORITY_ACCOUNT);
        write(sinks.rejections(), Topics.REJECTIONS, new RejectionWire(), PRIORITY_ACCOUNT);
        write(sinks.tallies(), Topics.TALLIES, new TallyWire(), PRIORITY_ACCOUNT);
    }

    private void jobAccount() {
        String sink = "write-job-accounting";
        topology.addProcessor(JOB_ACCOUNT, () -> UsageAccountProcessor.ofJobs(JOB_ACCOUNT, sink), CHARGES_BY_KIND);
        keep(JOB_ACCOUNT, JobAccountCodec::new);
        write(sink, Topics.JOB_ACCOUNTING, new UsageWire.OfJobs(), JOB_ACCOUNT);
    }

    private void userAccount() {
        String sink = "write-user-accounting";
        HalfLife halfLife = accounting.sharing().terms().halfLife();
        topology.addProcessor(
                USER_ACCOUNT, () -> UsageAccountProcessor.ofUsers(USER_ACCOUNT, sink, halfLife), CHARGES_BY_KIND);
        keep(USER_ACCOUNT, () -> new UserAccountCodec(halfLife));
        write(sink, Topics.USER_ACCOUNTING, new UsageWire.OfUsers(), USER_ACCOUNT);
    }

    private void associationAccount() {
        AssociationAccountProcessor.Sinks sinks = new AssociationAccountProcessor.Sinks(
                "write-association-usage", "write-bank-charges", "write-refused-shares", "write-share-tallies");
        UsageTerms terms = accounting.sharing().terms();
        topology.addProcessor(
                ASSOCIATION_ACCOUNT,
                () -> new AssociationAccountProcessor(accounting, ASSOCIATION_ACCOUNT, sinks),
                CHARGES_BY_KIND,
                "read-shares");
        keep(ASSOCIATION_ACCOUNT, () -> new AssociationAccountCodec(terms));
        write(sinks.usage(), Topics.ASSOCIATION_USAGE, new AssociationUsageWire(terms), ASSOCIATION_ACCOUNT);
        write(sinks.bankCharges(), Topics.CHARGES, new AssociationChargeWire.WrittenForBanks(), ASSOCIATION_ACCOUNT);
        write(sinks.rejections(), Topics.REJECTIONS, new RejectionWire(), ASSOCIATION_ACCOUNT);
        write(sinks.tallies(), Topics.TALLIES, new TallyWire(), ASSOCIATION_ACCOUNT);
    }

    private void ranking() {
        String sink = "write-fair-share";
        topology.addProcessor(RANKING, () -> new RankingProcessor(accounting, RANKING, sink), "read-" + RANKING);
        keep(RANKING, RankedPathCodec::new);
        write(sink, Topics.FAIR_SHARE, new FairShareWire(), RANKING);
    }

    private <S, P> void keep(String name, Supplier<StateCodec<S, P>> codec) {
        topology.addStateStore(new WriteBackStores<>(name, codec, accounting.heap()), name);
    }

    private <T> void write(String name, Topic<?> topic, HotWriter<T> writer, String parent) {
        topology.addSink(name, accounting.topic(topic), new StringSerializer(), wire.writes(writer), parent);
    }
}
