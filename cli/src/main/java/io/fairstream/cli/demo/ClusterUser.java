package io.fairstream.cli.demo;

import io.fairstream.cli.demo.Habit.Hour;
import io.fairstream.cli.demo.Habit.Rhythm;
import io.fairstream.client.InputTopic;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Behavior of one user of the demo's cluster.
 *
 * @param work name of the jobs
 * @param bank that is charged
 * @param shares among the users of the bank
 * @param shape resources of a job
 * @param typicalRun median run time of a job without a limit
 * @param limit maximum run time
 * @param efficiency used fraction of the allocated processors' time, 0 to 1
 * @param failures fraction of jobs that fail, 0 to 1
 * @param rhythm rate of submissions over time
 */
record ClusterUser(
        String user,
        String work,
        String bank,
        double shares,
        Shape shape,
        Duration typicalRun,
        Duration limit,
        double efficiency,
        double failures,
        Rhythm rhythm) {
    static final String PHYSICS = "root/physics";
    static final String BIOLOGY = "root/biology";
    static final String ASTRO = "root/astro";

    /** Shares of each bank. */
    static final Map<String, Double> BANKS = new TreeMap<>(Map.of(PHYSICS, 40.0, BIOLOGY, 30.0, ASTRO, 30.0));

    private static final long FIRST_ID = 1001;

    /**
     * Resources that a job requests.
     *
     * @param processors on each node
     */
    record Shape(int nodes, int processors) {
        int all() {
            return nodes * processors;
        }
    }

    /** Users of the pool who also have an account on the cluster; each has the same habits on both. */
    static final List<ClusterUser> ALL = List.of(
            new ClusterUser(
                    "alice",
                    "lattice",
                    PHYSICS,
                    2,
                    new Shape(2, 32),
                    Duration.ofHours(4),
                    Duration.ofHours(8),
                    0.95,
                    0.01,
                    hour -> hour.isAt(6, 21) ? 0 : 1.3),
            new ClusterUser(
                    "ivan",
                    "monte-carlo",
                    PHYSICS,
                    1,
                    new Shape(4, 32),
                    Duration.ofHours(5),
                    Duration.ofHours(12),
                    0.9,
                    0.05,
                    hour -> hour.isWork() ? 0.3 : 0),
            new ClusterUser(
                    "heidi",
                    "thesis",
                    PHYSICS,
                    1,
                    new Shape(1, 16),
                    Duration.ofHours(2),
                    Duration.ofHours(6),
                    0.85,
                    0.05,
                    ClusterUser::beforeADeadline),
            new ClusterUser(
                    "judy",
                    "assembly",
                    BIOLOGY,
                    1,
                    new Shape(1, 16),
                    Duration.ofMinutes(90),
                    Duration.ofHours(12),
                    0.11,
                    0.02,
                    hour -> hour.isWork() ? 4 : 0),
            new ClusterUser(
                    "erin",
                    "blast",
                    BIOLOGY,
                    1,
                    new Shape(1, 2),
                    Duration.ofMinutes(15),
                    Duration.ofHours(1),
                    0.7,
                    0.25,
                    hour -> hour.isWork() ? 10 : 0),
            new ClusterUser(
                    "bob",
                    "folding",
                    BIOLOGY,
                    1,
                    new Shape(1, 32),
                    Duration.ofHours(8),
                    Duration.ofHours(24),
                    0.97,
                    0,
                    hour -> hour.isAt(20, 21) ? 0.6 : 0),
            new ClusterUser(
                    "grace",
                    "stacking",
                    ASTRO,
                    1,
                    new Shape(1, 8),
                    Duration.ofHours(2),
                    Duration.ofHours(8),
                    0.8,
                    0.03,
                    hour -> hour.isAt(14, 22) ? 3 : 0),
            new ClusterUser(
                    "mallory",
                    "quick-look",
                    ASTRO,
                    1,
                    new Shape(1, 8),
                    Duration.ofHours(3),
                    Duration.ofHours(2),
                    0.6,
                    0.1,
                    hour -> hour.isWork() && hour.isAt(9, 10) ? 15 : 0),
            new ClusterUser(
                    "olivia",
                    "paper-figures",
                    ASTRO,
                    2,
                    new Shape(1, 16),
                    Duration.ofMinutes(90),
                    Duration.ofHours(4),
                    0.75,
                    0.08,
                    hour -> hour.day() < 10 && hour.isAt(8, 20) ? 4 : 0),
            new ClusterUser(
                    "frank",
                    "survey",
                    ASTRO,
                    1,
                    new Shape(1, 8),
                    Duration.ofHours(5),
                    Duration.ofHours(24),
                    0.98,
                    0.01,
                    hour -> 1));

    /** Rate before a deadline: working hours from the ninth day on; until midnight from the twelfth day on, including weekends. */
    private static double beforeADeadline(Hour hour) {
        if (hour.day() >= 11 && hour.isAt(9, 24)) {
            return 6;
        }
        return hour.day() >= 8 && hour.isWork() ? 3 : 0;
    }

    /** User id of the account. */
    long userId() {
        return FIRST_ID + ALL.indexOf(this);
    }

    String path() {
        return bank + "/" + user;
    }

    /** True if the user's jobs yield to those of all others. */
    boolean isNice() {
        return user.equals("frank");
    }

    /** Share decisions with the shares of each bank and user. */
    static List<DemoEvent<?>> decisions() {
        List<DemoEvent<?>> decisions = new ArrayList<>();
        decisions.add(share("root", ShareKind.BANK, 1));
        BANKS.forEach((bank, weight) -> decisions.add(share(bank, ShareKind.BANK, weight)));
        ALL.stream()
                .sorted(Comparator.comparing(ClusterUser::path))
                .forEach(user -> decisions.add(share(user.path(), ShareKind.USER, user.shares)));
        return decisions;
    }

    private static DemoEvent<ShareNode> share(String path, ShareKind kind, double shares) {
        ShareNode node = ShareNode.newBuilder()
                .setPath(path)
                .setKind(kind)
                .setShares(shares)
                .build();
        return new DemoEvent<>(InputTopic.SHARES, DemoPool.BEGIN, node);
    }
}
