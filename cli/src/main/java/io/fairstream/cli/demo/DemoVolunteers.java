package io.fairstream.cli.demo;

import io.fairstream.cli.demo.VolunteerHost.Kind;
import io.fairstream.client.InputTopic;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AppVersion;
import io.fairstream.schemas.Keyword;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The demo's volunteers: their hosts' reports, sent once or twice a day, in order of time. Olivia's laptop stops reporting after the
 * fourth day, since she has other work to finish; trent's host claims more work than it can have done.
 */
final class DemoVolunteers implements Iterator<DemoEvent<?>> {
    static final Set<String> GPU_PROJECTS = Set.of("einstein", "primes");

    private static final String PLATFORM = "x86_64-pc-linux-gnu";
    private static final Duration HALF_A_DAY = Duration.ofHours(12);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration ALWAYS = Duration.ofDays(10_000);

    static final List<Kind> HOSTS = List.of(
            host("alice-tower", "alice", 16, 4.5e9, 1, 8e12, 0.6, HALF_A_DAY, Map.of("einstein", 0.8, "climate", 0.2)),
            host("alice-laptop", "alice", 8, 4e9, 0, 0, 0.2, DAY, Map.of("einstein", 1.0)),
            host("bob-desktop", "bob", 4, 3e9, 0, 0, 0.1, DAY, Map.of("rosetta", 1.0)),
            host("dave-rack1", "dave", 32, 3.5e9, 2, 12e12, 0.9, HALF_A_DAY, Map.of("primes", 0.5, "einstein", 0.5)),
            host("dave-rack2", "dave", 32, 3.5e9, 0, 0, 0.9, HALF_A_DAY, Map.of("primes", 0.5, "climate", 0.5)),
            host("dave-nas", "dave", 4, 2e9, 0, 0, 0.5, DAY, Map.of("climate", 1.0)),
            host("frank-attic", "frank", 8, 2.5e9, 0, 0, 0.95, HALF_A_DAY, Map.of("rosetta", 0.5, "climate", 0.5)),
            host("frank-cellar", "frank", 8, 2.5e9, 0, 0, 0.95, HALF_A_DAY, Map.of("rosetta", 0.5, "climate", 0.5)),
            new Kind(
                    "olivia-laptop",
                    "olivia",
                    8,
                    4e9,
                    0,
                    0,
                    0.4,
                    HALF_A_DAY,
                    Duration.ofDays(4),
                    Map.of("einstein", 0.5, "rosetta", 0.5)),
            host("peggy-tower", "peggy", 24, 4.2e9, 1, 20e12, 0.8, HALF_A_DAY, Map.of("einstein", 0.7, "primes", 0.3)),
            host("peggy-old", "peggy", 4, 2e9, 0, 0, 0.8, DAY, Map.of("rosetta", 1.0)),
            host("trent-box", "trent", 4, 3e9, 0, 0, 1.6, HALF_A_DAY, Map.of("primes", 1.0)),
            host("victor-pc", "victor", 12, 4e9, 1, 6e12, 0.5, DAY, Map.of("einstein", 0.4, "rosetta", 0.6)),
            host("victor-lab", "victor", 16, 3e9, 0, 0, 0.7, HALF_A_DAY, Map.of("rosetta", 0.8, "climate", 0.2)));

    private final Instant until;
    private final PriorityQueue<VolunteerHost> hosts =
            new PriorityQueue<>(Comparator.comparing(VolunteerHost::next).thenComparing(VolunteerHost::name));

    DemoVolunteers(long seed, Duration length) {
        until = DemoPool.BEGIN.plus(length);
        for (int i = 0; i < HOSTS.size(); i++) {
            hosts.add(new VolunteerHost(HOSTS.get(i), new Random(seed + 100 + i)));
        }
    }

    private static Kind host(
            String host,
            String user,
            int processors,
            double cpuFlops,
            int gpus,
            double gpuFlops,
            double load,
            Duration every,
            Map<String, Double> parts) {
        return new Kind(host, user, processors, cpuFlops, gpus, gpuFlops, load, every, ALWAYS, parts);
    }

    @Override
    public boolean hasNext() {
        while (!hosts.isEmpty() && !hosts.element().isThere()) {
            hosts.remove();
        }
        return !hosts.isEmpty() && hosts.element().next().isBefore(until);
    }

    @Override
    public DemoEvent<?> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the demo is over");
        }
        VolunteerHost host = hosts.remove();
        DemoEvent<?> event = DemoEvent.of(InputTopic.HOST_REPORTS, host.report());
        hosts.add(host);
        return event;
    }

    /** Projects that take part, their allocations, and the preferences of volunteers. */
    static List<DemoEvent<?>> decisions() {
        List<DemoEvent<?>> decisions = new ArrayList<>();
        decisions.add(project("einstein", 2, "astronomy", true));
        decisions.add(project("rosetta", 1, "biology", false));
        decisions.add(project("climate", 1, "earth", false));
        decisions.add(project("primes", 1, "mathematics", true));
        decisions.add(allocation("einstein", 1e18, 9.5e12, null));
        decisions.add(allocation("rosetta", 2e16, 1e11, 6e16));
        decisions.add(allocation("climate", 0, 6.5e10, null));
        decisions.add(allocation("primes", 0, 4.5e12, null));
        decisions.add(wishes("alice", List.of(), List.of("astronomy"), true));
        decisions.add(wishes("bob", List.of("primes"), List.of("biology"), null));
        decisions.add(wishes("frank", List.of("primes"), List.of(), null));
        decisions.add(wishes("peggy", List.of(), List.of("astronomy"), false));
        decisions.add(wishes("victor", List.of(), List.of("biology"), true));
        return decisions;
    }

    private static DemoEvent<?> project(String name, double share, String about, boolean hasGpu) {
        List<AppVersion> versions = new ArrayList<>();
        versions.add(new AppVersion(PLATFORM, false, false));
        if (hasGpu) {
            versions.add(new AppVersion(PLATFORM, true, false));
        }
        Project project =
                new Project(name, "https://" + name + ".example/", share, versions, List.of(new Keyword(about, 1.0)));
        return new DemoEvent<>(InputTopic.PROJECTS, DemoPool.BEGIN, project);
    }

    private static DemoEvent<?> allocation(String project, double initial, double flops, @Nullable Double cap) {
        Allocation allocation = Allocation.newBuilder()
                .setTarget(project)
                .setProject(project)
                .setInitialBalance(initial)
                .setAccrual(flops)
                .setStart(DemoPool.BEGIN)
                .setCap(cap)
                .build();
        return new DemoEvent<>(InputTopic.ALLOCATIONS, DemoPool.BEGIN, allocation);
    }

    private static DemoEvent<?> wishes(
            String user, List<String> optedOut, List<String> wanted, @Nullable Boolean listed) {
        Preferences wishes = new Preferences(user, optedOut, wanted, List.of(), listed);
        return new DemoEvent<>(InputTopic.PREFERENCES, DemoPool.BEGIN, wishes);
    }
}
