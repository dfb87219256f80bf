package io.fairstream.it.commands;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.TUX;
import static io.fairstream.testing.SyntheticUse.accounting;
import static io.fairstream.testing.SyntheticUse.allocation;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.booked;
import static io.fairstream.testing.SyntheticUse.job;
import static io.fairstream.testing.SyntheticUse.node;
import static io.fairstream.testing.SyntheticUse.usage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.PublishedSettings;
import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UsagePeriod;
import io.fairstream.testing.WrittenCharges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A synthetic morning, as the topology writes it: alice's job 7 runs from 1 to 3 on a node of 4 processors that is silent from 3
 * on; job 8 runs since 2 and should have ended at 4; job 9 waits. The newest event is of 6.
 */
@SuppressWarnings("NullAway.Init") // set up before all tests
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ITReportCommand {
    private static EmbeddedCluster cluster;
    private static Settings settings;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.startTemporary();
        Map<String, String> entries = new HashMap<>(cluster.settings());
        entries.put("partitions", "2");
        settings = Settings.parseForCluster(entries);
        try (TopicAdmin admin = new TopicAdmin(settings)) {
            admin.createMissing();
        }
        PublishedSettings.publish(settings);
        cluster.announceRegistry();
        send();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static void send() {
        WrittenCharges.send(
                settings.producer(),
                settings.registry(),
                settings.topicPrefix(),
                List.of(
                        allocation(ChargeKind.USER, "alice", 7, "root/physics", 1, 4, 0),
                        allocation(ChargeKind.USER, "alice", 7, "root/physics", 3, -4, 0),
                        allocation(ChargeKind.USER, "bob", 8, "root/biology", 2, 1, 0),
                        usage("alice", "n1", 0, 3, 6 * HOUR_MICROS),
                        usage("IDLE", "n1", 0, 3, 6 * HOUR_MICROS),
                        booked("root/physics/alice", 7, 1, 3, 2),
                        booked("root/biology/bob", 6, 0, 1, 1)));
        try (RecordSender<Job> jobs = ValueFormat.sender(settings, Topics.JOBS)) {
            Job done = job(7, JobState.COMPLETE)
                    .setOutcome("COMPLETED")
                    .setExitCode(0)
                    .setStartTime(at(1))
                    .setEndTime(at(3))
                    .build();
            Job running = job(8, JobState.RUNNING)
                    .setUser("bob")
                    .setBank("root/biology")
                    .setProcessors(1)
                    .setStartTime(at(2))
                    .setEndTime(at(4))
                    .build();
            Job waiting = job(9, JobState.PENDING).setPriority(10.0).build();
            List.of(done, running, waiting).forEach(job -> jobs.send(TUX + "/" + job.getJobId(), job));
            jobs.flush();
        }
        try (RecordSender<JobAccounting> accounts = ValueFormat.sender(settings, Topics.JOB_ACCOUNTING)) {
            accounts.send(
                    TUX + "/7",
                    accounting(7, 8, 6).setLastSeen(at(3)).setAsOf(at(3)).build());
            accounts.send(
                    TUX + "/8",
                    accounting(8, 1, 0)
                            .setUser("bob")
                            .setBank("root/biology")
                            .setProcessorsAllocated(1)
                            .setFinal$(false)
                            .setAsOf(at(3))
                            .build());
            accounts.flush();
        }
        try (RecordSender<AssociationUsage> usages = ValueFormat.sender(settings, Topics.ASSOCIATION_USAGE)) {
            usages.send("root/physics/alice", usageOfAlice());
            usages.flush();
        }
        try (var nodes = ValueFormat.sender(settings, Topics.NODES);
                var inputCounts = ValueFormat.sender(settings, Topics.INPUT_COUNTS)) {
            nodes.send(TUX + "/n1", node("n1", 4, 3, 6 * HOUR_MICROS, 0, 6 * HOUR_MICROS, 0));
            nodes.flush();
            inputCounts.send(
                    "fairstream.job-events/0",
                    new InputCounts("fairstream.job-events", 0, 3L, 3L, 0L, 0L, 0L, 0L, at(6), null));
            inputCounts.flush();
        }
    }

    /** Returns alice's use in two periods of 6 h; her job ended in the later one. */
    private static AssociationUsage usageOfAlice() {
        return AssociationUsage.newBuilder()
                .setPath("root/physics/alice")
                .setKind(ShareKind.USER)
                .setUser("alice")
                .setRawUsage(15_000)
                .setPeriods(List.of(new UsagePeriod(0L, 600.0), new UsagePeriod(1L, 14_400.0)))
                .setPeriodUsage(14_700)
                .setSmoothUsage(0)
                .setWeightInUse(0)
                .setAsOf(at(3))
                .setHalfLifeSeconds(6 * 3600)
                .setPeriodEpoch(at(-6))
                .setPeriodCount(2)
                .setDecayFactor(0.5)
                .build();
    }

    @Test
    @Order(1)
    void usageIsThatOfRunsThatEndedInThePeriod() {
        assertEquals(
                List.of(
                        "Usage of runs that ended 2026-03-02T00:00:00Z - 2026-03-02T03:00:00Z",
                        "",
                        "BANK          USER  USED (h)",
                        "------------  ----  --------",
                        "root/biology  bob       1.00",
                        "------------  ----  --------",
                        "                        1.00"),
                run("report", "usage", "--start", "today", "--end", "03:00", "-t", "hours")
                        .out());
        assertEquals(
                List.of(
                        "BANK       USED (min)  0+ (min)  2+ (min)",
                        "---------  ----------  --------  --------  --------------------",
                        "root           300.00     60.00    240.00  ████████████████████",
                        "  biology       60.00     60.00      0.00  ████",
                        "  physics      240.00      0.00    240.00  ████████████████"),
                run("report", "usage", "--by", "bank", "--tree", "--size", "2", "--unit", "minutes", "--chart")
                        .out()
                        .subList(4, 9));
        JsonNode row = Json.lines(run("report", "usage", "--by", "user", "--top", "1", "--size", "1,2", "--json"))
                .get(0);
        assertEquals(
                "{\"user\":\"alice\",\"nodeSeconds\":14400,\"nodeSecondsFrom1\":0,\"nodeSecondsFrom2\":14400}",
                row.toString());
        assertEquals(
                List.of("bank,user,nodeMinutes", "root/physics,alice,240"),
                run("report", "usage", "--bank", "root/physics", "-t", "minutes", "--csv")
                        .out());
        assertEquals(1, run("report", "usage", "-M", "elsewhere", "--csv").out().size());
    }

    @Test
    @Order(1)
    void whatCountsNowIsShownByPeriod() {
        assertEquals(
                List.of(
                        "As of 2026-03-02T06:00:00Z, the newest event here (--end chooses another time).",
                        "",
                        "Usage at 2026-03-02T06:00:00Z, from periods of 6 h 0 min, each of which counts 0.50 of the next one",
                        "",
                        "BANK          USER   COUNTS NOW (s)  2026-03-02T06:00:00Z (s)  2026-03-02T00:00:00Z (s)",
                        "------------  -----  --------------  ------------------------  ------------------------",
                        "root/physics  alice        7,200.00                      0.00                 14,400.00",
                        "------------  -----  --------------  ------------------------  ------------------------",
                        "                           7,200.00                      0.00                 14,400.00"),
                run("report", "usage", "--periods").out());
        assertEquals(
                List.of(
                        "bank,nodeSeconds,nodeSecondsSince2026-03-02T06:00:00Z,nodeSecondsSince2026-03-02T00:00:00Z",
                        "root/physics,7200,0,14400"),
                run("report", "usage", "--periods", "--by", "bank", "--csv").out());
        assertEquals(
                List.of(),
                run("report", "usage", "--periods", "--user", "bob", "--json").out());
    }

    @Test
    @Order(1)
    void utilizationBalancesAndShowsTheSilentNodeAsDown() {
        JsonNode row = Json.lines(run("report", "cluster", "utilization", "--start", "today", "--json"))
                .get(0);
        assertEquals(24 * HOUR_MICROS, row.get("capacityMicros").asLong());
        assertEquals(6 * HOUR_MICROS, row.get("usedMicros").asLong());
        assertEquals(6 * HOUR_MICROS, row.get("idleMicros").asLong());
        assertEquals(12 * HOUR_MICROS, row.get("downMicros").asLong());
        assertEquals(12 * HOUR_MICROS, row.get("allocatedMicros").asLong());
        List<String> hours = run(
                        "report",
                        "cluster",
                        "utilization",
                        "-s",
                        "0302",
                        "-e",
                        "02:00",
                        "--by",
                        "hour",
                        "-t",
                        "hours",
                        "--csv")
                .out();
        assertEquals(
                List.of(
                        "cluster,begin,end,capacityHours,usedHours,systemHours,idleHours,downHours,allocatedHours,"
                                + "reservedHours,unallocatedHours",
                        "tux,2026-03-02T00:00:00Z,2026-03-02T01:00:00Z,4,2,0,2,0,0,0,4",
                        "tux,2026-03-02T01:00:00Z,2026-03-02T02:00:00Z,4,2,0,2,0,4,0,0"),
                hours);
    }

    @Test
    @Order(1)
    void usersAccountsAndSizesAreThose() {
        Console top = run("report", "user", "top", "--unit", "hours");
        assertEquals(
                List.of(
                        "As of 2026-03-02T06:00:00Z, the newest event here (--end chooses another time).",
                        "",
                        "Top users 2026-03-01T00:00:00Z - 2026-03-02T06:00:00Z",
                        "",
                        "CLUSTER  LOGIN  ACCOUNTS      ALLOCATED (h)  RESERVED (h)  CHARGED (h)  USED (h)",
                        "-------  -----  ------------  -------------  ------------  -----------  --------",
                        "tux      alice  root/physics           8.00          0.00         8.00      6.00",
                        "tux      bob    root/biology           4.00          0.00         4.00",
                        "-------  -----  ------------  -------------  ------------  -----------  --------",
                        "                                      12.00          0.00        12.00      6.00"),
                top.out());
        assertEquals(List.of(), top.err());
        List<String> accounts = run("report", "cluster", "account-utilization-by-user", "-t", "percent", "--csv")
                .out();
        assertTrue(accounts.contains("tux,root/physics,alice,66.666667,,66.666667"), accounts.toString());
        List<String> held = run(
                        "report",
                        "cluster",
                        "account-utilization-by-user",
                        "-t",
                        "hours",
                        "--tres",
                        "cpu,energy",
                        "--csv")
                .out();
        assertTrue(held.contains("tux,root/physics,alice,8,0,8,8,0"), held.toString());
        List<String> sizes = run("report", "job", "sizes", "--grouping", "2", "-t", "hours", "--csv")
                .out();
        assertEquals(
                List.of(
                        "cluster,account,size,jobs,allocatedHours",
                        "tux,root/biology,0-1,1,4",
                        "tux,root/physics,>= 2,1,8"),
                sizes);
    }

    @Test
    @Order(1)
    void jobsEfficiencyAndRunawaysComeFromTheTables() {
        JsonNode efficient = Json.lines(run("report", "efficiency", "--json")).get(0);
        assertEquals(7, efficient.get("jobId").asLong());
        assertEquals(0.75, efficient.get("cpuEfficiency").asDouble());
        for (String option : List.of("--format", "--columns")) {
            Console jobs = run("report", "jobs", option, "JobID,State,CPUTime,ExitCode,elapsedSeconds");
            assertEquals(
                    List.of(
                            "7      COMPLETED  08:00:00  0:0       02:00:00",
                            "8      RUNNING    04:00:00            04:00:00"),
                    jobs.out().subList(2, 4));
            assertEquals(5, jobs.out().size(), jobs.toString());
        }
        JsonNode runaway = Json.lines(run("report", "runaway", "--json")).get(0);
        assertEquals("bob", runaway.get("user").asText());
        assertEquals(7200, runaway.get("overdueSeconds").asLong());
        assertEquals(4 * HOUR_MICROS, runaway.get("chargedMicros").asLong());
    }

    @Test
    @Order(1)
    void theQueueIsListedByPartitionAndPriorityWithAnEstimatedStart() {
        List<JsonNode> jobs = Json.lines(run("jobs", "--json"));
        assertEquals(
                List.of(9L, 8L),
                jobs.stream().map(job -> job.get("jobId").asLong()).toList());
        assertEquals("2026-03-02T06:00:00Z", jobs.get(0).get("estimatedStart").asText());
        assertEquals(3, Json.lines(run("jobs", "--all", "--json")).size());
        assertEquals(1, Json.lines(run("jobs", "--state", "pending", "--json")).size());
    }

    @Test
    @Order(1)
    void theTablesAreShownAndEvaluated() {
        JsonNode accounting = Json.lines(
                        run("table", "job-accounting", "--key", "tux/8", "--at", at(5).toString(), "--json"))
                .get(0);
        assertEquals(3 * HOUR_MICROS, accounting.get("cpuTimeAllocatedMicros").asLong());
        JsonNode node = Json.lines(run("table", "nodes", "--at", at(5).toString(), "--json"))
                .get(0);
        assertEquals(8 * HOUR_MICROS, node.get("downMicros").asLong());
        for (String table : List.of("jobs", "job-accounting", "nodes", "user-accounting", "charges")) {
            assertEquals(0, run("table", table).exitCode(), table);
        }
        assertEquals(2, run("table", "jobs", "--at", "now").exitCode());
    }

    @Test
    @Order(1)
    void optionsThatMakeNoSenseAreWrongUsage() {
        for (List<String> wrong : List.of(
                List.of("cluster"),
                List.of("cluster", "utilization", "--by", "week"),
                List.of("cluster", "utilization", "--start", "soon"),
                List.of("cluster", "utilization", "--start", "now", "--end", "now"),
                List.of("cluster", "utilization", "--json", "--csv"),
                List.of("cluster", "utilization", "--processors", "tux=0"),
                List.of("cluster", "utilization-by"),
                List.of("user", "top", "--limit", "0"),
                List.of("usage", "--by", "group"),
                List.of("usage", "--by", "user", "--tree"),
                List.of("usage", "--tree", "--limit", "3"),
                List.of("usage", "--top", "0"),
                List.of("usage", "--chart", "--csv"),
                List.of("usage", "--periods", "--start", "now"),
                List.of("usage", "--periods", "--size", "2"),
                List.of("usage", "--periods", "--cluster", "tux"),
                List.of("usage", "--size", "8,2"),
                List.of("job", "sizes", "--grouping", "50,50"),
                List.of("job", "sizes", "--grouping", ","),
                List.of("efficiency", "--min-hours", "-1"),
                List.of("efficiency", "--unit", "percent"),
                List.of("jobs", "--format", "JobID,AveDiskRead"),
                List.of("jobs", "--columns", "AveDiskRead"),
                List.of("runaway", "--older-than", "long"))) {
            List<String> arguments = new ArrayList<>(List.of("report"));
            arguments.addAll(wrong);
            Console console = run(arguments.toArray(String[]::new));
            assertEquals(2, console.exitCode(), wrong + ": " + console);
            assertEquals(List.of(), console.out(), wrong.toString());
        }
    }

    @Test
    @Order(2)
    void itIsSaidWhenThePeriodIsOlderThanTheJournal() throws Exception {
        try (Admin admin = Admin.create(settings.admin())) {
            String topic = Topics.CHARGES.in(settings.topicPrefix());
            Map<TopicPartition, RecordsToDelete> first = Map.of(
                    new TopicPartition(topic, 0),
                    RecordsToDelete.beforeOffset(1),
                    new TopicPartition(topic, 1),
                    RecordsToDelete.beforeOffset(1));
            admin.deleteRecords(first).all().get();
        }
        Console console = run("report", "user", "top", "--json");
        assertEquals(0, console.exitCode());
        assertEquals(1, console.err().size(), console.toString());
        assertTrue(
                console.err().get(0).startsWith("warning: entries of charges from before about "), console.toString());
        assertTrue(console.err().get(0).contains("use before then is missing here"), console.toString());
    }

    private static Console run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--bootstrap-server");
        all.add(cluster.bootstrapServers());
        return Console.run(all.toArray(String[]::new));
    }
}
