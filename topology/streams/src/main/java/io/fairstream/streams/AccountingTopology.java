package io.fairstream.streams;

import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.daily.DayRow;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Account;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.process.Accounting;
import io.fairstream.streams.process.AssignmentProcessor;
import io.fairstream.streams.process.AssociationAccountProcessor;
import io.fairstream.streams.process.BroadcastUpdate;
import io.fairstream.streams.process.ChargesByAccount;
import io.fairstream.streams.process.DailyAccountProcessor;
import io.fairstream.streams.process.HostLedgerProcessor;
import io.fairstream.streams.process.JobLedgerProcessor;
import io.fairstream.streams.process.MatchLedgerProcessor;
import io.fairstream.streams.process.PriorityAccountProcessor;
import io.fairstream.streams.process.ProjectAccountProcessor;
import io.fairstream.streams.process.RankingProcessor;
import io.fairstream.streams.process.SessionLedgerProcessor;
import io.fairstream.streams.process.UsageAccountProcessor;
import io.fairstream.streams.state.AssociationAccountCodec;
import io.fairstream.streams.state.Codecs;
import io.fairstream.streams.state.JobAccountCodec;
import io.fairstream.streams.state.JobNumberCodec;
import io.fairstream.streams.state.LatestCodec;
import io.fairstream.streams.state.NodeLedgerCodec;
import io.fairstream.streams.state.ResourceLedgerCodec;
import io.fairstream.streams.state.UserAccountCodec;
import io.fairstream.streams.wire.AccountEditWire;
import io.fairstream.streams.wire.AssociationUsageWire;
import io.fairstream.streams.wire.BlockWire;
import io.fairstream.streams.wire.Formats;
import io.fairstream.streams.wire.JobEventWire;
import io.fairstream.streams.wire.JobWire;
import io.fairstream.streams.wire.MatchEventWire;
import io.fairstream.streams.wire.SessionDeltaWire;
import io.fairstream.streams.wire.UsageWire;
import io.fairstream.streams.wire.Wire;
import java.util.Map;
import org.apache.kafka.streams.Topology;

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
 * shares ────────────────────────┼──────┼─────┼► association-account ► association-usage ─► ranking ─► fair-share
 *                                │      └── of banks ──┘
 *                                │      │     │   by scope and id
 *                                │      │     ├► daily-account ─────► daily
 *                                │      └── of active users
 *                                │      │     │   by project
 * allocations ───────────────────┼──────┼─────┴► project-account ───► balances ──┐
 *                                │      │                                        │
 * host-reports ─► host-ledger ───┼──────┘                                        ▼ to every task
 *                 by host ► hosts└─────────────────────────► assignment ◄── projects, preferences
 *                                │                               └──► assignments
 *                                ▼
 *            open-matches, match-records, rejections
 * </pre>
 *
 * What a customer is charged the accounting group one level up is charged, too, summed up at each commit; so use goes up
 * the tree of groups, a level at each commit. What a user in a bank is charged all banks around it are charged, and what
 * volunteers' hosts, jobs and sessions did the daily histories and projects, summed up at each commit. The ranking is one task
 * for all. What a task charges between two commits goes to each partition of the accounts as one block. Projects are chosen for a host in the task of its ledger, which is told all decisions and balances.
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
    static final String HOST_LEDGER = "host-ledger";
    static final String ASSIGNMENT = "assignment";
    static final String PROJECT_ACCOUNT = "project-account";
    static final String DAILY_ACCOUNT = "daily-account";
    private static final String CHARGES_BY_KIND = "charges-by-kind";

    private static final Map<Account.Kind, String> ACCOUNTS = Map.of(
            Account.Kind.CUSTOMER, PRIORITY_ACCOUNT,
            Account.Kind.JOB, JOB_ACCOUNT,
            Account.Kind.USER, USER_ACCOUNT,
            Account.Kind.ASSOCIATION, ASSOCIATION_ACCOUNT,
            Account.Kind.TARGET, PROJECT_ACCOUNT,
            Account.Kind.DAY, DAILY_ACCOUNT);

    private final Accounting accounting;
    private final Wiring topology;

    private AccountingTopology(Accounting accounting, Wire wire) {
        this.accounting = accounting;
        this.topology = new Wiring(accounting, wire);
    }

    /** The topology for a configuration. */
    public static Topology build(Accounting accounting, Wire wire) {
        return new AccountingTopology(accounting, wire).build();
    }

    private void inputs() {
        Accounting.Partitions partitions = accounting.partitions();
        topology.read("matches", Topics.MATCHES, new MatchEventWire(), partitions.matches());
        topology.read("job-events", Topics.JOB_EVENTS, new JobEventWire(), partitions.jobs());
        topology.read("session-deltas", Topics.SESSION_DELTAS, new SessionDeltaWire(), partitions.sessions());
        topology.read("host-reports", Topics.HOST_REPORTS, Formats.HOST_REPORT, partitions.hosts());
        topology.read("account-edits", Topics.ACCOUNT_EDITS, new AccountEditWire(), partitions.accounts());
        topology.read("shares", Topics.SHARES, Formats.SHARE_NODE, partitions.accounts());
        topology.readBy(
                Allocation::project, "allocations", Topics.ALLOCATIONS, Formats.ALLOCATION, partitions.accounts());
        topology.broadcast(
                "projects", Topics.PROJECTS, Formats.PROJECT, partitions.hosts(), BroadcastUpdate.OfProject::new);
        topology.broadcast(
                "preferences",
                Topics.PREFERENCES,
                Formats.PREFERENCES,
                partitions.hosts(),
                BroadcastUpdate.OfPreferences::new);
        topology.broadcast(
                "balances", Topics.BALANCES, Formats.BALANCE, partitions.hosts(), BroadcastUpdate.OfTarget::new);
        topology.read("charges", Topics.CHARGES, new BlockWire());
        AssociationUsageWire usage =
                new AssociationUsageWire(accounting.sharing().terms());
        topology.gather(RANKING, Topics.ASSOCIATION_USAGE, usage);
    }

    private Topology build() {
        inputs();
        matchLedger();
        jobLedger();
        sessionLedger();
        hostLedger();
        assignment();
        topology.process(CHARGES_BY_KIND, () -> new ChargesByAccount(accounting.times(), ACCOUNTS), "read-charges");
        priorityAccount();
        jobAccount();
        userAccount();
        associationAccount();
        projectAccount();
        dailyAccount();
        ranking();
        return topology.topology();
    }

    private void matchLedger() {
        MatchLedgerProcessor.Sinks sinks = new MatchLedgerProcessor.Sinks(
                "write-charges",
                "write-open-matches",
                "write-match-records",
                "write-refused-matches",
                "write-match-tallies");
        topology.process(MATCH_LEDGER, () -> new MatchLedgerProcessor(accounting, MATCH_LEDGER, sinks), "read-matches");
        topology.keep(MATCH_LEDGER, ResourceLedgerCodec::new);
        topology.writeBlocks(sinks.charges(), MATCH_LEDGER);
        topology.write(sinks.openMatches(), Topics.OPEN_MATCHES, Formats.OPEN_MATCH, MATCH_LEDGER);
        topology.write(sinks.matchRecords(), Topics.MATCH_RECORDS, Formats.MATCH_RECORD, MATCH_LEDGER);
        topology.write(sinks.rejections(), Topics.REJECTIONS, Formats.REJECTION, MATCH_LEDGER);
        topology.write(sinks.tallies(), Topics.TALLIES, Formats.TALLY, MATCH_LEDGER);
    }

    private void jobLedger() {
        JobLedgerProcessor.Sinks sinks = new JobLedgerProcessor.Sinks(
                "write-job-charges", "write-jobs", "write-refused-job-events", "write-job-tallies");
        topology.process(JOB_LEDGER, () -> new JobLedgerProcessor(accounting, JOB_LEDGER, sinks), "read-job-events");
        topology.keep(JOB_LEDGER, JobNumberCodec::new);
        topology.writeBlocks(sinks.charges(), JOB_LEDGER);
        topology.write(sinks.jobs(), Topics.JOBS, new JobWire(), JOB_LEDGER);
        topology.write(sinks.rejections(), Topics.REJECTIONS, Formats.REJECTION, JOB_LEDGER);
        topology.write(sinks.tallies(), Topics.TALLIES, Formats.TALLY, JOB_LEDGER);
    }

    private void sessionLedger() {
        SessionLedgerProcessor.Sinks sinks = new SessionLedgerProcessor.Sinks(
                "write-session-charges", "write-nodes", "write-refused-session-deltas", "write-session-tallies");
        topology.process(
                SESSION_LEDGER,
                () -> new SessionLedgerProcessor(accounting, SESSION_LEDGER, sinks),
                "read-session-deltas");
        topology.keep(SESSION_LEDGER, NodeLedgerCodec::new);
        topology.writeBlocks(sinks.charges(), SESSION_LEDGER);
        topology.write(sinks.nodes(), Topics.NODES, Formats.NODE, SESSION_LEDGER);
        topology.write(sinks.rejections(), Topics.REJECTIONS, Formats.REJECTION, SESSION_LEDGER);
        topology.write(sinks.tallies(), Topics.TALLIES, Formats.TALLY, SESSION_LEDGER);
    }

    private void hostLedger() {
        HostLedgerProcessor.Sinks sinks = new HostLedgerProcessor.Sinks(
                "write-work-charges", "write-hosts", "write-refused-host-reports", "write-host-tallies", ASSIGNMENT);
        topology.process(
                HOST_LEDGER, () -> new HostLedgerProcessor(accounting, HOST_LEDGER, sinks), "read-host-reports");
        topology.keep(HOST_LEDGER, Codecs::hosts);
        topology.writeBlocks(sinks.charges(), HOST_LEDGER);
        topology.write(sinks.hosts(), Topics.HOSTS, Formats.HOST, HOST_LEDGER);
        topology.write(sinks.rejections(), Topics.REJECTIONS, Formats.REJECTION, HOST_LEDGER);
        topology.write(sinks.tallies(), Topics.TALLIES, Formats.TALLY, HOST_LEDGER);
    }

    private void assignment() {
        AssignmentProcessor.Stores stores = new AssignmentProcessor.Stores(
                ASSIGNMENT + "-projects", ASSIGNMENT + "-preferences", ASSIGNMENT + "-balances");
        AssignmentProcessor.Sinks sinks =
                new AssignmentProcessor.Sinks("write-assignments", "write-refused-decisions", "write-decision-tallies");
        topology.process(
                ASSIGNMENT,
                () -> new AssignmentProcessor(accounting, stores, sinks),
                HOST_LEDGER,
                "read-projects",
                "read-preferences",
                "read-balances");
        topology.keep(ASSIGNMENT, stores.projects(), () -> new LatestCodec<>(Formats.PROJECT));
        topology.keep(ASSIGNMENT, stores.preferences(), () -> new LatestCodec<>(Formats.PREFERENCES));
        topology.keep(ASSIGNMENT, stores.balances(), () -> new LatestCodec<>(Formats.BALANCE));
        topology.write(sinks.assignments(), Topics.ASSIGNMENTS, Formats.ASSIGNMENT, ASSIGNMENT);
        topology.write(sinks.rejections(), Topics.REJECTIONS, Formats.REJECTION, ASSIGNMENT);
        topology.write(sinks.tallies(), Topics.TALLIES, Formats.TALLY, ASSIGNMENT);
    }

    private void priorityAccount() {
        PriorityAccountProcessor.Sinks sinks = new PriorityAccountProcessor.Sinks(
                "write-priorities", "write-group-charges", "write-refused-edits", "write-edit-tallies");
        topology.process(
                PRIORITY_ACCOUNT,
                () -> new PriorityAccountProcessor(accounting, PRIORITY_ACCOUNT, sinks),
                CHARGES_BY_KIND,
                "read-account-edits");
        topology.keep(PRIORITY_ACCOUNT, () -> Codecs.customers(accounting.halfLife()));
        topology.write(sinks.priorities(), Topics.PRIORITIES, Formats.PRIORITY, PRIORITY_ACCOUNT);
        topology.writeBlocks(sinks.groupCharges(), PRIORITY_ACCOUNT);
        topology.write(sinks.rejections(), Topics.REJECTIONS, Formats.REJECTION, PRIORITY_ACCOUNT);
        topology.write(sinks.tallies(), Topics.TALLIES, Formats.TALLY, PRIORITY_ACCOUNT);
    }

    private void jobAccount() {
        String sink = "write-job-accounting";
        topology.process(JOB_ACCOUNT, () -> UsageAccountProcessor.ofJobs(JOB_ACCOUNT, sink), CHARGES_BY_KIND);
        topology.keep(JOB_ACCOUNT, JobAccountCodec::new);
        topology.write(sink, Topics.JOB_ACCOUNTING, new UsageWire.OfJobs(), JOB_ACCOUNT);
    }

    private void userAccount() {
        String sink = "write-user-accounting";
        HalfLife halfLife = accounting.sharing().terms().halfLife();
        topology.process(
                USER_ACCOUNT, () -> UsageAccountProcessor.ofUsers(USER_ACCOUNT, sink, halfLife), CHARGES_BY_KIND);
        topology.keep(USER_ACCOUNT, () -> new UserAccountCodec(halfLife));
        topology.write(sink, Topics.USER_ACCOUNTING, new UsageWire.OfUsers(), USER_ACCOUNT);
    }

    private void associationAccount() {
        AssociationAccountProcessor.Sinks sinks = new AssociationAccountProcessor.Sinks(
                "write-association-usage", "write-bank-charges", "write-refused-shares", "write-share-tallies");
        UsageTerms terms = accounting.sharing().terms();
        topology.process(
                ASSOCIATION_ACCOUNT,
                () -> new AssociationAccountProcessor(accounting, ASSOCIATION_ACCOUNT, sinks),
                CHARGES_BY_KIND,
                "read-shares");
        topology.keep(ASSOCIATION_ACCOUNT, () -> new AssociationAccountCodec(terms));
        topology.write(sinks.usage(), Topics.ASSOCIATION_USAGE, new AssociationUsageWire(terms), ASSOCIATION_ACCOUNT);
        topology.writeBlocks(sinks.bankCharges(), ASSOCIATION_ACCOUNT);
        topology.write(sinks.rejections(), Topics.REJECTIONS, Formats.REJECTION, ASSOCIATION_ACCOUNT);
        topology.write(sinks.tallies(), Topics.TALLIES, Formats.TALLY, ASSOCIATION_ACCOUNT);
    }

    private void projectAccount() {
        ProjectAccountProcessor.Sinks sinks = new ProjectAccountProcessor.Sinks(
                "write-balances", "write-refused-allocations", "write-allocation-tallies");
        topology.process(
                PROJECT_ACCOUNT,
                () -> new ProjectAccountProcessor(accounting, PROJECT_ACCOUNT, sinks),
                CHARGES_BY_KIND,
                "read-allocations");
        topology.keep(PROJECT_ACCOUNT, Codecs::projects);
        topology.writeBy(Allocation::project, sinks.balances(), Topics.BALANCES, Formats.BALANCE, PROJECT_ACCOUNT);
        topology.write(sinks.rejections(), Topics.REJECTIONS, Formats.REJECTION, PROJECT_ACCOUNT);
        topology.write(sinks.tallies(), Topics.TALLIES, Formats.TALLY, PROJECT_ACCOUNT);
    }

    private void dailyAccount() {
        DailyAccountProcessor.Sinks sinks = new DailyAccountProcessor.Sinks("write-daily", "write-active-users");
        topology.process(
                DAILY_ACCOUNT, () -> new DailyAccountProcessor(accounting, DAILY_ACCOUNT, sinks), CHARGES_BY_KIND);
        topology.keep(DAILY_ACCOUNT, Codecs::histories);
        topology.writeBy(DayRow::account, sinks.daily(), Topics.DAILY, Formats.DAILY, DAILY_ACCOUNT);
        topology.writeBlocks(sinks.charges(), DAILY_ACCOUNT);
    }

    private void ranking() {
        String sink = "write-fair-share";
        topology.process(RANKING, () -> new RankingProcessor(accounting, RANKING, sink), "read-" + RANKING);
        topology.keep(RANKING, Codecs::paths);
        topology.write(sink, Topics.FAIR_SHARE, Formats.FAIR_SHARE, RANKING);
    }
}
