package io.fairstream.simulation.history;

import java.util.List;
import java.util.Random;

/** Random histories: of one system or of several, short ones more often than long ones. */
public final class Histories {
    private static final long DAY = 86_400_000;

    /** The time of sending of the closing records, milliseconds since 1970. */
    public static final long CLOSING = Records.START + 60 * DAY;

    /** One history in so many has keys with so many events that their histories go to pages. */
    private static final int HOT = 8;

    private static final int MANY_JOBS = 150;

    /** One history in so many has records by schemas that the registry gives only later. */
    private static final int LATE = 5;

    /** One history in so many has something that is seldom. */
    private static final int SELDOM = 3;

    private Histories() {}

    /** A history as it is drawn. */
    public static List<Sent> random(Random random) {
        long lateness = random.nextBoolean() ? 0 : (long) (random.nextDouble() * 9 * DAY);
        Records records = new Records(random, lateness);
        int systems = random.nextInt(4) == 0 ? 1 + random.nextInt(15) : 1 << random.nextInt(4);
        int size = 1 + random.nextInt(random.nextInt(4) == 0 ? 8 : 3);
        boolean isHot = random.nextInt(HOT) == 0;
        if ((systems & 1) > 0) {
            PoolHistory.add(records, (1 + random.nextInt(20)) * DAY, 15 * size, 2 * size);
        }
        if ((systems & 1) > 0 && isHot) {
            PoolHistory.addHot(records, (1 + random.nextInt(20)) * DAY, 60 * size);
        }
        if ((systems & 2) > 0) {
            ClusterHistory.addJobs(records, 3 * size);
            ClusterHistory.addShares(records, random.nextInt(12));
        }
        if ((systems & 2) > 0 && isHot) {
            ClusterHistory.addHot(records, 1 + random.nextInt(MANY_JOBS));
        }
        if ((systems & 4) > 0) {
            ClusterHistory.addSessions(records, 1 + random.nextInt(2), 5 * size);
        }
        if ((systems & 8) > 0) {
            VolunteerHistory.addHosts(records, 1 + random.nextInt(3), 5 * size);
            VolunteerHistory.addDecisions(records, 1 + random.nextInt(8));
        }
        if (random.nextInt(3) == 0) {
            Hostility.add(records, 10 * DAY, 1 + random.nextInt(8));
        }
        if (random.nextInt(SELDOM) == 0) {
            addSeldom(records, size);
        }
        if (random.nextInt(SELDOM) == 0) {
            addTogether(records, size);
        }
        if ((systems & 2) > 0 && random.nextBoolean()) {
            ClusterHistory.addBudgets(records, 1 + random.nextInt(4));
        }
        return random.nextInt(LATE) == 0 ? late(records.arrived(), random) : records.arrived();
    }

    private static void addSeldom(Records records, int size) {
        switch (records.random().nextInt(5)) {
            case 0 -> ClusterHistory.addNumberedJobs(records, size);
            case 1 -> ClusterHistory.addNumberUsedAgain(records);
            case 2 -> ClusterHistory.addSilentNode(records, 5 * size);
            case 3 -> PoolHistory.addMonths(records, 10 * size, 3 * size);
            default -> {
                VolunteerHistory.addShared(records, 8 * size);
                VolunteerHistory.addAllocation(records);
            }
        }
    }

    /** Adds records of clocks so coarse that many have the same time. */
    private static void addTogether(Records records, int size) {
        switch (records.random().nextInt(4)) {
            case 0 -> ClusterHistory.addJobsTogether(records, 2 * size);
            case 1 -> ClusterHistory.addNodeTogether(records, 8 * size);
            case 2 -> PoolHistory.addTogether(records, 12 * size, 5 * size);
            default -> VolunteerHistory.addTogether(records, 8 * size);
        }
    }

    /** Some of them are written by schemas that clients have just registered. */
    private static List<Sent> late(List<Sent> records, Random random) {
        int one = 2 + random.nextInt(8);
        return records.stream()
                .map(record -> {
                    boolean isLate = random.nextInt(one) == 0;
                    int number = random.nextInt(SimulatedRegistry.LATE_SCHEMAS);
                    return isLate && record.timestamp() != CLOSING ? record.late(number) : record;
                })
                .toList();
    }
}
