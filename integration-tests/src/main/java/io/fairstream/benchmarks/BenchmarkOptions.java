package io.fairstream.benchmarks;

import io.fairstream.schemas.Topics;
import io.fairstream.traces.JobEvents;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the measurements. */
final class BenchmarkOptions {
    @Option(
            names = "--console-viewers",
            defaultValue = "200",
            description = "Who look at the console at once (${DEFAULT-VALUE}).")
    private int consoleViewers;

    @Option(names = "--events", defaultValue = "4000000", description = "Events of each round (${DEFAULT-VALUE}).")
    private long events;

    @Option(
            names = "--warm-up",
            defaultValue = "1000000",
            description = "Events before the first round, not counted (${DEFAULT-VALUE}).")
    private long warmUp;

    @Option(names = "--nodes", defaultValue = "10000", description = "Nodes of sessions (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--sessions",
            defaultValue = "20",
            description = "Sessions of each node, besides SYSTEM and IDLE (${DEFAULT-VALUE}).")
    private int sessions;

    @Option(
            names = "--snapshots",
            defaultValue = "10",
            description = "Snapshots of each node in a round, one every 30 s (${DEFAULT-VALUE}).")
    private int snapshots;

    @Option(
            names = "--warm-up-snapshots",
            defaultValue = "5",
            description = "Snapshots of each node before the first round, not counted (${DEFAULT-VALUE}).")
    private int warmUpSnapshots;

    @Option(
            names = "--jobs",
            defaultValue = "447794",
            description = "Jobs of a round, three events each (${DEFAULT-VALUE}).")
    private int jobs;

    @Option(
            names = "--banks",
            defaultValue = "20",
            description = "Banks of the jobs, of ten users each (${DEFAULT-VALUE}).")
    private int banks;

    @Option(names = "--allocations", description = "Gives each bank an allocation with three thresholds.")
    private boolean haveAllocations;

    @Option(names = "--hosts", defaultValue = "100000", description = "Volunteers' hosts (${DEFAULT-VALUE}).")
    private int hosts;

    @Option(
            names = "--host-reports",
            defaultValue = "10",
            description = "Reports of each host in a round, one a day (${DEFAULT-VALUE}).")
    private int hostReports;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "A log in the Standard Workload Format, whose jobs are those of 'jobs'; a group is a bank.")
    private @Nullable Path trace;

    @Option(
            names = "--ranked-users",
            defaultValue = "100000",
            description = "Users in banks whom ranking ranks (${DEFAULT-VALUE}).")
    private int rankedUsers;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Rounds of throughput, sessions, jobs, hosts and view (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--resources", defaultValue = "100000", description = "Resources (${DEFAULT-VALUE}).")
    private int resources;

    @Option(names = "--customers", defaultValue = "10000", description = "Customers (${DEFAULT-VALUE}).")
    private int customers;

    @Option(names = "--partitions", defaultValue = "8", description = "Partitions of each topic (${DEFAULT-VALUE}).")
    private int partitions;

    @Option(names = "--threads", defaultValue = "2", description = "Threads of each application (${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--commit-interval",
            defaultValue = "PT1S",
            description = "Commit interval of throughput and size (${DEFAULT-VALUE}).")
    private Duration commitInterval = Duration.ofSeconds(1);

    @Option(
            names = "--latency-seconds",
            defaultValue = "45",
            description =
                    "How long latency is measured for each commit interval, after ten seconds (${DEFAULT-VALUE}).")
    private int latencySeconds;

    @Option(
            names = "--latency-commits",
            defaultValue = "PT0.1S,PT1S",
            split = ",",
            paramLabel = "INTERVAL",
            description = "Commit intervals for which latency is measured (${DEFAULT-VALUE}).")
    private List<Duration> latencyCommits = List.of();

    @Option(
            names = "--size-customers",
            defaultValue = "1000000",
            description = "Customers of size and view (${DEFAULT-VALUE}).")
    private int sizeCustomers;

    @Option(
            names = "--userprio-customers",
            defaultValue = "100000",
            description = "Customers whom userprio lists (${DEFAULT-VALUE}).")
    private int userprioCustomers;

    @Option(
            names = "--sink-charges",
            defaultValue = "1000000",
            description = "Charges that sql is asked about and export copies (${DEFAULT-VALUE}).")
    private int sinkCharges;

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description = "A database in which sinks may make the schema fairstream_benchmark, as"
                    + " jdbc:postgresql://127.0.0.1/postgres?user=postgres; without it, no sink of PostgreSQL.")
    private @Nullable String postgres;

    @Option(
            names = "--incidents",
            defaultValue = "10",
            description = "How often failover does each of its incidents (${DEFAULT-VALUE}).")
    private int incidents;

    @Option(names = "--only-incidents", split = ",", description = "Of ${COMPLETION-CANDIDATES}; all without it.")
    private Set<Failover.Incident> incidentsOnly = EnumSet.allOf(Failover.Incident.class);

    @Option(
            names = "--sizing-points",
            split = ",",
            paramLabel = "POINT",
            defaultValue = "4x1x1x2x200,8x1x1x2x2000,8x1x1x1x10000,6x3x3x2x300",
            description =
                    "Partitions, instances, brokers, commits and events each second of a measured site, with an x between them"
                            + " (${DEFAULT-VALUE}).")
    private List<String> sizingPoints = List.of();

    @Option(
            names = "--broker-set",
            paramLabel = "KEY=VALUE",
            description = "A setting of the brokers of failover; repeatable.")
    private Map<String, String> brokerSettings = new LinkedHashMap<>();

    @Option(
            names = "--peer",
            split = ",",
            description =
                    "Who does the matches of throughput, too, in the same rounds: ${COMPLETION-CANDIDATES}; none without it.")
    private Set<Peer> peers = EnumSet.noneOf(Peer.class);

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting of both applications; repeatable.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(
            names = "--jvm",
            paramLabel = "OPTION",
            description = "A JVM option of both applications, as --jvm=-Xmx4g; repeatable.")
    private List<String> jvm = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = "Record the accounting application with Java Flight Recorder.")
    private @Nullable Path profile;

    @Option(names = "--show-threads", description = "Show which threads of the applications use the processors.")
    private boolean showThreads;

    int rounds() {
        return rounds;
    }

    int rankedUsers() {
        return rankedUsers;
    }

    int sizeCustomers() {
        return sizeCustomers;
    }

    int consoleViewers() {
        return consoleViewers;
    }

    @Nullable
    String postgres() {
        return postgres;
    }

    int sinkCharges() {
        return sinkCharges;
    }

    int userprioCustomers() {
        return userprioCustomers;
    }

    List<Duration> latencyCommits() {
        return latencyCommits;
    }

    int latencySeconds() {
        return latencySeconds;
    }

    int incidents() {
        return incidents;
    }

    Set<Failover.Incident> incidentsOnly() {
        return incidentsOnly;
    }

    List<String> sizingPoints() {
        return sizingPoints;
    }

    Map<String, String> brokerSettings() {
        return brokerSettings;
    }

    /** Settings given for all applications, without those of the other measurements. */
    Map<String, String> overrides() {
        return overrides;
    }

    int partitions() {
        return partitions;
    }

    int customers() {
        return customers;
    }

    int resources() {
        return resources;
    }

    boolean showThreads() {
        return showThreads;
    }

    /** Settings of the applications. */
    Map<String, String> settings() {
        return settings(commitInterval);
    }

    Map<String, String> settings(Duration commit) {
        Map<String, String> settings = new HashMap<>();
        settings.put("partitions", Integer.toString(partitions));
        settings.put("threads", Integer.toString(threads));
        settings.put("commit.interval", commit.toString());
        settings.putAll(overrides);
        return settings;
    }

    /** JVM options of an application. */
    List<String> applicationJvm() {
        List<String> options = new ArrayList<>(List.of("-Xmx2g", "-XX:+UseParallelGC", "-XX:NewRatio=1"));
        options.addAll(jvm);
        return options;
    }

    /** JVM options of an application that is recorded if that is wanted. */
    List<String> profiledJvm() {
        List<String> options = applicationJvm();
        if (profile != null) {
            options.add("-XX:StartFlightRecording=settings=profile,filename=" + profile.toAbsolutePath());
        }
        return options;
    }

    /** Matches to read, the last ones not in the future. */
    Throughput.Load matches() {
        return new Throughput.Load(
                "throughput", Topics.MATCHES, this::matches, Throughput.NOTHING, warmUp, events, peers);
    }

    private Workload<?> matches(long count) {
        long start = System.currentTimeMillis()
                - MatchWorkload.length(count, resources).toMillis();
        return new MatchWorkload(resources, MatchWorkload.Customers.uneven(customers), start);
    }

    /** Session deltas to read, the last ones not in the future. */
    Throughput.Load sessions() {
        return new Throughput.Load(
                "sessions",
                Topics.SESSION_DELTAS,
                this::sessions,
                Throughput.NOTHING,
                warmUpSnapshots * deltasOfAllNodes(),
                snapshots * deltasOfAllNodes(),
                Set.of());
    }

    private Workload<?> sessions(long count) {
        Duration length = SessionWorkload.INTERVAL.multipliedBy(count / deltasOfAllNodes() + 1);
        return new SessionWorkload(nodes, sessions, System.currentTimeMillis() - length.toMillis());
    }

    /** Returns the number of deltas in one snapshot of each node. */
    long deltasOfAllNodes() {
        return (long) nodes * SessionWorkload.parts(sessions);
    }

    /** Job events to read, the last ones not in the future. */
    Throughput.Load jobs() {
        if (trace != null) {
            JobEvents events = TraceWorkload.read(trace);
            return new Throughput.Load(
                    "jobs",
                    Topics.JOB_EVENTS,
                    count -> TraceWorkload.of(events),
                    Throughput.NOTHING,
                    Math.min(warmUp, events.size()),
                    events.size(),
                    Set.of());
        }
        return new Throughput.Load(
                "jobs",
                Topics.JOB_EVENTS,
                this::jobs,
                haveAllocations
                        ? (cluster, prefix) -> JobWorkload.allocate(cluster, prefix, banks)
                        : Throughput.NOTHING,
                warmUp,
                (long) jobs * JobWorkload.EVENTS_OF_JOB,
                Set.of());
    }

    private Workload<?> jobs(long count) {
        long number = count / JobWorkload.EVENTS_OF_JOB + 1;
        return new JobWorkload(
                number,
                banks,
                System.currentTimeMillis() - JobWorkload.length(number).toMillis());
    }

    /** Reports of hosts to read, the last ones not in the future; as many to warm up, so that states are as large as they get. */
    Throughput.Load hosts() {
        long reports = (long) hosts * hostReports;
        return new Throughput.Load(
                "hosts", Topics.HOST_REPORTS, this::hosts, HostWorkload::decide, reports, reports, Set.of());
    }

    private Workload<?> hosts(long count) {
        Duration length = HostWorkload.INTERVAL.multipliedBy(hostReports);
        return new HostWorkload(hosts, System.currentTimeMillis() - length.toMillis());
    }
}
