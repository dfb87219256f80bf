package io.fairstream.it.postgres;

import io.fairstream.it.harness.ClusterHistory;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.JavaProcess;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Unmatched;
import io.fairstream.testing.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The questions of docs/postgres.md have the same answers in DuckDB, in PostgreSQL and in the reports, digit by digit.
 */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITTenQuestions {
    private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
    private static final String AT = ClusterHistory.END.toString();
    private static final String PERIOD = " --start 2026-01-01T00:00:00Z --end " + AT;
    /** A report ends with the newest event of its clusters. */
    private static final String OF_CLUSTERS = "topic LIKE '%job-events' OR topic LIKE '%session-deltas'";

    private static final String ALLOCATED =
            "cpu_time_allocated_s + processors_allocated * greatest(0, extract(epoch FROM (SELECT max(newest) FROM"
                    + " fairstream.input_counts WHERE " + OF_CLUSTERS + ") - as_of))";

    /** Settings under which rows do not depend on when somebody looks. */
    private static final Map<String, String> STEADY =
            Map.of("node.silence", "P3650D", "fairshare.interval", "0", "priorities.refresh", "0");

    private static final List<Question> QUESTIONS = List.of(
            new Question(
                    "who is owed most",
                    "SELECT customer, priority_at(p, t), real_priority_at(p, t), priority_factor_at(p, t), accumulated_usage_at(p, t),"
                            + " weighted_usage_at(p, t) FROM priorities p, (SELECT timestamptz '" + AT + "' t)",
                    "SELECT customer, (x).effective_priority, (x).real_priority, (x).priority_factor, (x).accumulated_usage_s, u FROM"
                            + " (SELECT customer, fairstream.priority_at(p, t) x, fairstream.usage_at(p, t) u FROM fairstream.priorities p,"
                            + " (SELECT timestamptz '" + AT + "' t) m) y",
                    "userprio --all-users --at " + AT,
                    "customer,effectivePriority~,realPriority~,priorityFactor,accumulatedUsage,weightedAccumulatedUsage"),
            new Question(
                    "who holds how many slots",
                    "SELECT customer, sum(slot_weight) FROM open_matches GROUP BY customer",
                    "SELECT customer, sum(slot_weight) FROM fairstream.open_matches GROUP BY customer",
                    "table open-matches",
                    "customer,slotWeight+"),
            new Question(
                    "what users have used",
                    "SELECT user, cpu_time_used_s, cpu_time_allocated_s, real_memory_kib_s, gpu_time_used_s, energy_j FROM user_accounting",
                    "SELECT \"user\", cpu_time_used_s, cpu_time_allocated_s, real_memory_kib_s, gpu_time_used_s, energy_j"
                            + " FROM fairstream.report_user_accounting",
                    "table user-accounting",
                    "user,cpuTimeUsedMicros:6,cpuTimeAllocatedMicros:6,realMemoryKiBSeconds,gpuTimeUsedMicros:6,energyMillijoules:3"),
            new Question(
                    "who used most processor time",
                    "SELECT user, cpu_time_used_s FROM user_accounting WHERE user NOT IN ('IDLE', 'DOWN', 'SYSTEM') AND cpu_time_used_s > 0",
                    "SELECT \"user\", cpu_time_used_s FROM fairstream.report_top_users WHERE cpu_time_used_s > 0",
                    "report user top --limit 100" + PERIOD,
                    "user,usedMicros:6!"),
            new Question(
                    "what a bank's users were given",
                    "SELECT bank, user, sum(cpu_allocated_at(j, (SELECT max(newest) FROM input_counts WHERE "
                            + OF_CLUSTERS
                            + "))) given FROM job_accounting j WHERE bank <> '' GROUP BY ALL HAVING given > 0",
                    "SELECT bank, \"user\", given FROM (SELECT bank, \"user\", sum(" + ALLOCATED + ") given FROM"
                            + " fairstream.job_accounting WHERE bank <> '' GROUP BY 1, 2) all_users WHERE given > 0",
                    "report cluster account-utilization-by-user" + PERIOD,
                    "account,user!,allocatedMicros:6!"),
            new Question(
                    "what jobs have used, by cluster, bank and user",
                    "SELECT cluster, bank, user, sum(cpu_time_used_s), sum(real_memory_kib_s) FROM job_accounting GROUP BY ALL",
                    "SELECT cluster, bank, \"user\", cpu_time_used_s, real_memory_kib_s FROM fairstream.report_accounts",
                    "table job-accounting",
                    "cluster,bank,user,cpuTimeUsedMicros:6+,realMemoryKiBSeconds+"),
            new Question(
                    "how busy the clusters are",
                    "SELECT cluster, sum(sessions_s), sum(system_s), sum(idle_s), sum(down_s), sum(capacity_s) FROM nodes GROUP BY cluster",
                    "SELECT cluster, sessions_s, system_s, idle_s, down_s, capacity_s FROM fairstream.report_clusters",
                    "report cluster utilization" + PERIOD,
                    "cluster,usedMicros:6,systemMicros:6,idleMicros:6,downMicros:6,capacityMicros:6"),
            new Question(
                    "what charges a day's use is made of",
                    "SELECT account, sum(cpu_time_used_s) FROM charges WHERE kind = 'USER' AND entry = 'Usage'"
                            + " AND event_time >= '2026-03-02' AND event_time < '2026-03-03'"
                            + " AND account NOT IN ('IDLE', 'DOWN', 'SYSTEM') GROUP BY account",
                    "SELECT account, cpu_time_used_s FROM fairstream.report_charges WHERE kind = 'USER' AND \"day\" = '2026-03-02'"
                            + " AND account NOT IN ('IDLE', 'DOWN', 'SYSTEM')",
                    "report user top --limit 100 --start 2026-03-02T00:00:00Z --end 2026-03-03T00:00:00Z",
                    "user,usedMicros:6!"),
            new Question(
                    "how long matches were",
                    "SELECT resource, customer, slot_weight, epoch_ms(start), epoch_ms(\"end\"), revision FROM match_records m"
                            + " WHERE revision = (SELECT max(revision) FROM match_records x WHERE x.resource = m.resource AND x.start = m.start)",
                    "SELECT resource, customer, slot_weight, floor(extract(epoch FROM start) * 1000), floor(extract(epoch FROM \"end\") * 1000),"
                            + " revision FROM (SELECT DISTINCT ON (resource, start) * FROM fairstream.match_records"
                            + " ORDER BY resource, start, revision DESC) m",
                    "table match-records",
                    "resource,customer,slotWeight,start@,end@,revision"),
            new Question(
                    "which jobs wait, run and have ended",
                    "SELECT cluster, job_id, state, epoch_ms(since), user, processors, coalesce(outcome, ''), runs FROM jobs",
                    "SELECT cluster, job_id, state, floor(extract(epoch FROM since) * 1000), \"user\", processors, outcome, runs"
                            + " FROM fairstream.jobs",
                    "table jobs",
                    "cluster,jobId,state,since@,user,processors,outcome,runs"),
            new Question(
                    "what was refused, and why",
                    "SELECT topic, reason, \"offset\" FROM rejections",
                    "SELECT topic, reason, \"offset\" FROM fairstream.rejections",
                    "table rejections",
                    "topic,reason,offset"),
            new Question(
                    "what projects are owed",
                    "SELECT target, unit, balance, initial_balance, accrued, withheld, charged FROM balances",
                    "SELECT target, unit, balance, initial_balance, accrued, withheld, charged FROM fairstream.report_balances",
                    "table balances",
                    "target,unit,balance,initialBalance,accrued,withheld,charged"),
            new Question(
                    "what hosts have done, by day",
                    "SELECT lower(scope), id, \"day\", delta_cpu_s, delta_cpu_flops, delta_jobs_succeeded, total_cpu_s, active_hosts FROM daily"
                            + " WHERE scope = 'TOTAL'",
                    "SELECT lower(scope), id, \"day\", delta_cpu_s, delta_cpu_flops, delta_jobs_succeeded, total_cpu_s, active_hosts"
                            + " FROM fairstream.report_daily WHERE scope = 'TOTAL'",
                    "report daily",
                    "scope,id,day,cpuSeconds,cpuFlops,jobsSucceeded,totalCpuSeconds,activeHosts"),
            new Question(
                    "whose share is used up",
                    "SELECT path, policy, factor, rank, usage_node_s FROM fair_share",
                    "SELECT path, policy, factor, rank, usage_node_s FROM fairstream.fair_share",
                    "table fair-share",
                    "path,policy,factor,rank,usage"),
            new Question(
                    "what banks have used",
                    "SELECT path, raw_usage_node_s, smooth_usage_node_s FROM association_usage",
                    "SELECT path, raw_usage_node_s, smooth_usage_node_s FROM fairstream.association_usage",
                    "table association-usage",
                    "path,rawUsage,smoothUsage"),
            new Question(
                    "the journal, charge by charge",
                    "SELECT kind, account, thing, entry, coalesce(resources::text, ''), coalesce(weight::text, ''), coalesce(allocated::text, ''),"
                            + " coalesce(cpu_time_used_s::text, ''), coalesce(energy_j::text, ''), epoch_ms(event_time),"
                            + " kafka_partition, kafka_offset, kafka_index FROM charges",
                    "SELECT kind, account, thing, entry, resources, weight, allocated, cpu_time_used_s, energy_j,"
                            + " floor(extract(epoch FROM event_time) * 1000), kafka_partition, kafka_offset, kafka_index FROM fairstream.charges",
                    "",
                    "kind,account,thing,entry,resources,weight,allocated,used,energy,at,partition,offset,index"));

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static PostgresServer postgres;
    private static Copy copy;

    @BeforeAll
    static void start() throws Exception {
        postgres = PostgresServer.start(ITTenQuestions.class);
        Site site = CLUSTER.site("questions", STEADY);
        copy = Copy.of(site, postgres, "");
        JavaProcess sink = copy.sink();
        site.start(Map.of());
        done("shares", "load", EXAMPLES.resolve("tux.cfg").toString(), "--no-wait");
        for (String topic : List.of("matches", "allocations", "host-reports")) {
            done("produce", topic, EXAMPLES.resolve(topic + ".jsonl").toString(), "--no-wait");
        }
        done("produce", "account-edits", edits(site).toString(), "--no-wait");
        done(
                "replay",
                EXAMPLES.resolve("tux.sacct").toString(),
                "--format",
                "sacct",
                "--zone",
                "UTC",
                "--speed",
                "max");
        ClusterHistory.send(site, new ClusterHistory(7, 30, 6).delivered());
        site.matches(matches(new Random(7)));
        site.awaitCaughtUp();
        copy.awaitCopied(sink);
    }

    @AfterAll
    static void stop() throws Exception {
        if (postgres != null) {
            postgres.close();
        }
    }

    private static void done(String... command) {
        Console unused = copy.ask(command).succeeded();
    }

    /** A factor, and leases of which one has ended at the instant that is asked about and one has not. */
    private static Path edits(Site site) throws Exception {
        String edit =
                "{\"customer\":\"customer%d\",\"at\":\"2026-03-02T09:00:00Z\",\"by\":\"admin\",\"edit\":{\"SetFactor\":{\"factor\":%s}}}";
        List<String> lines = new ArrayList<>(Files.readAllLines(EXAMPLES.resolve("edits.jsonl")));
        lines.add(edit.formatted(0, "7.3"));
        lines.add(edit.formatted(1, "3,\"until\":\"2026-03-02T12:00:00Z\""));
        lines.add(edit.formatted(2, "0.7,\"until\":\"2026-04-02T12:00:00Z\""));
        return Files.write(site.directory().resolve("edits.jsonl"), lines);
    }

    /** Weights are in quarters, so that sums of them are exact; some matches last, and an end without a begin is refused. */
    private static List<MatchEvent> matches(Random random) {
        List<MatchEvent> events = new ArrayList<>();
        events.add(new MatchEvent("nowhere", "", ClusterHistory.END, new Unmatched("")));
        for (int slot = 0; slot < 20; slot++) {
            Instant at = ClusterHistory.END.minusSeconds(30_000);
            for (int i = random.nextInt(10); i >= 0; i--) {
                at = at.plusMillis(1 + random.nextInt(1_500_000));
                events.add(new MatchEvent(
                        "slot" + slot,
                        "",
                        at,
                        new Matched("customer" + random.nextInt(5), (1 + random.nextInt(8)) / 4.0, "")));
                if (i > 0 || slot % 3 == 0) {
                    at = at.plusMillis(1 + random.nextInt(1_500_000));
                    events.add(new MatchEvent("slot" + slot, "", at, new Unmatched("")));
                }
            }
        }
        return events;
    }

    @TestFactory
    Stream<DynamicTest> haveTheSameAnswersEverywhere() {
        return QUESTIONS.stream().map(question -> DynamicTest.dynamicTest(question.name(), () -> question.ask(copy)));
    }
}
