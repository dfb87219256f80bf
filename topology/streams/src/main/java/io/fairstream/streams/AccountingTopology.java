package io.fairstream.streams;

import io.fairstream.rules.journal.Account.Kind;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.share.AssociationState;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.assign.AssignmentProcessor;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.host.HostStage;
import io.fairstream.streams.job.JobStage;
import io.fairstream.streams.match.MatchStage;
import io.fairstream.streams.priority.PriorityStage;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStores.LocalStores;
import io.fairstream.streams.session.SessionStage;
import io.fairstream.streams.share.AssociationStage;
import io.fairstream.streams.share.RankingStage;
import io.fairstream.streams.usage.BudgetStage;
import io.fairstream.streams.usage.DailyStage;
import io.fairstream.streams.usage.ProjectStage;
import io.fairstream.streams.usage.UsageStages.JobAccountStage;
import io.fairstream.streams.usage.UsageStages.UserAccountStage;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Topology of the accounting.
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
 * shares ────────────────────────┼──────┼─────┼► association-account ► association-usage ─► ranking ─► fair-share
 *                                │      └── of banks ──┘
 *                                │      │     │   by scope and id
 *                                │      │     ├► daily-account ─────► daily
 *                                │      └── of active users
 *                                │      │     │   by project
 * allocations ──────────┬────────┼──────┼─────┼► project-account ───► balances ──┐
 *                       │        │      │     │               └─────► notices    │
 *                       │        │      │     │   by bank and user               │
 *                       └────────┼──────┼─────┴► budget-account ────► balances   │
 *                                │      │                     └─────► notices    │
 * host-reports ─► host-ledger ───┼──────┘                                        ▼ to every task
 *                 by host ► hosts└─────────────────────────► assignment ◄── projects, preferences
 *                                │                               └──► assignments
 *                                ▼
 *            open-matches, match-records, rejections
 * </pre>
 *
 * A charge of a customer is also charged to its accounting group, and from there up the tree of groups, one level at each commit. A
 * charge of a user in a bank is also charged to all banks around it. Resources of jobs are also charged to the budgets of their users
 * and banks; work of hosts, jobs and sessions to daily histories and projects. A task's charges between two commits are written as one
 * block for each partition of the accounts. The ranking is a single task. Projects are assigned to a host in the task of its ledger,
 * which receives all decisions and all balances of projects.
 *
 * <p>All stages store state by key, publish it once per commit, write rejected inputs to {@code rejections}, and count the outcomes of
 * inputs in {@code input-counts}. The names of stages are also the names of their stores, and so stored on disk.
 */
public final class AccountingTopology {
    private static final String HOST_LEDGER = "host-ledger";
    private static final String RANKING = "ranking";

    private AccountingTopology() {}

    public static Topology build(TopologyConfig config, SerdeFactory serdes) {
        return build(config, serdes, LocalStores.ROCKS_DB);
    }

    /**
     * Builds the topology.
     *
     * @param local storage for the state of each instance's tasks
     */
    public static Topology build(TopologyConfig config, SerdeFactory serdes, LocalStores local) {
        TopologyAssembler topology = new TopologyAssembler(config, serdes, local);
        List<StageSpec<?>> stages = stages(config);
        stages.forEach(topology::read);
        topology.readForAssignment();
        topology.readCharges();
        topology.gather(RANKING, Topics.ASSOCIATION_USAGE, AssociationStage.format(config));
        topology.handOutCharges(stages);
        stages.forEach(topology::add);
        topology.addAssignment(AssignmentProcessor.NAME, HOST_LEDGER);
        return topology.topology();
    }

    /** All stages. Ledgers turn events into charges, accounts fold charges into tables, and the ranking compares all users in banks. */
    public static List<StageSpec<?>> stages(TopologyConfig terms) {
        Output<AssociationState> usage = AssociationStage.usage(terms);
        return List.of(
                ledger(
                        Ledger.MATCH,
                        "match-ledger",
                        MatchStage::new,
                        MatchStage.input(terms),
                        MatchStage.OPEN_MATCHES,
                        MatchStage.MATCH_RECORDS),
                ledger(Ledger.JOB, "job-ledger", JobStage::new, JobStage.input(terms), JobStage.JOBS),
                ledger(
                        Ledger.SESSION,
                        "session-ledger",
                        SessionStage::new,
                        SessionStage.input(terms),
                        SessionStage.NODES),
                ledger(Ledger.HOST, HOST_LEDGER, HostStage::new, HostStage.input(terms), HostStage.HOSTS),
                account(
                                Kind.CUSTOMER,
                                "priority-account",
                                PriorityStage::new,
                                PriorityStage.input(terms),
                                PriorityStage.PRIORITIES)
                        .charging(Ledger.MATCH),
                account(Kind.JOB, "job-account", a -> new JobAccountStage(), null, JobAccountStage.JOB_ACCOUNTING),
                account(Kind.USER, "user-account", UserAccountStage::new, null, UserAccountStage.USER_ACCOUNTING),
                account(
                                Kind.ASSOCIATION,
                                "association-account",
                                AssociationStage::new,
                                AssociationStage.input(terms),
                                usage)
                        .charging(Ledger.JOB),
                account(
                        Kind.TARGET,
                        "project-account",
                        ProjectStage::new,
                        ProjectStage.input(terms),
                        ProjectStage.BALANCES,
                        ProjectStage.NOTICES),
                new StageSpec<>(
                        "budget-account",
                        any -> new BudgetStage(),
                        null,
                        Topics.ALLOCATIONS,
                        Kind.BUDGET,
                        null,
                        List.of(ProjectStage.BALANCES, ProjectStage.NOTICES)),
                account(Kind.DAY, "daily-account", DailyStage::new, null, DailyStage.DAILY)
                        .charging(Ledger.HOST),
                new StageSpec<>(
                        RANKING, RankingStage::new, null, usage.topic(), null, null, List.of(RankingStage.FAIR_SHARE)));
    }

    private static <E> StageSpec<E> ledger(
            Ledger ledger,
            String name,
            Function<TopologyConfig, Stage<E, ?, ?>> create,
            StageInput<E> input,
            Output<?>... tables) {
        return new StageSpec<>(name, create, input, input.topic(), null, ledger, List.of(tables));
    }

    private static <E> StageSpec<E> account(
            Kind kind,
            String name,
            Function<TopologyConfig, Stage<E, ?, ?>> create,
            @Nullable StageInput<E> input,
            Output<?>... tables) {
        return new StageSpec<>(name, create, input, input == null ? null : input.topic(), kind, null, List.of(tables));
    }
}
