package io.fairstream.rules.host;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The real work of one host, and its reports, in their order. Synthetic. */
final class HostHistory {
    private static final String[] PROJECTS = {"p1", "p2", "p3"};

    private final Random random;
    private final String host;
    private String user;
    private Hardware hardware;
    private final List<HostReport> reports = new ArrayList<>();
    private final Map<String, double[]> counters = new HashMap<>();
    private int epoch;
    private long sequence;
    private long at;

    /** Features that a history may have. */
    record Traits(boolean resets, boolean clockSteps, boolean lies, boolean changes) {
        Traits(boolean resets, boolean clockSteps, boolean lies) {
            this(resets, clockSteps, lies, false);
        }
    }

    private HostHistory(Random random, int number, long start) {
        this.random = random;
        this.host = "h" + number;
        this.user = "u" + number % 7;
        this.hardware = new Hardware(4, 1, 5e9, 100e9, number % 2 == 0, false);
        this.at = start + random.nextInt(43_200_000);
    }

    /** Up to so many reports. A host that vanishes has fewer. */
    static List<HostReport> of(Random random, int number, int most, Traits traits) {
        HostHistory history = new HostHistory(random, number, HostWords.START);
        int count = random.nextInt(5) == 0 ? 1 + random.nextInt(most) : most;
        for (int i = 0; i < count; i++) {
            history.next(traits);
        }
        return history.reports;
    }

    private void next(Traits traits) {
        long millis = 60_000L + random.nextInt(random.nextInt(10) == 0 ? 3 * 86_400_000 : 43_200_000);
        at += millis;
        if (traits.resets() && random.nextInt(12) == 0) {
            counters.clear();
            if (random.nextBoolean()) {
                epoch++;
                sequence = 0;
            }
        }
        if (traits.changes()) {
            change();
        }
        boolean isIdle = traits.changes() && random.nextInt(4) == 0;
        work(millis, isIdle ? 0 : traits.lies() && random.nextInt(6) == 0 ? 20 : 0.3);
        boolean isBack = traits.clockSteps() && random.nextInt(6) == 0;
        reports.add(report(isBack ? at - random.nextInt(40_000_000) : at));
        sequence += 1 + random.nextInt(2);
    }

    /** Another user has the host from now on, or it has other hardware. */
    private void change() {
        if (random.nextInt(8) == 0) {
            user = "u" + random.nextInt(7);
        }
        if (random.nextInt(6) == 0) {
            hardware = new Hardware(
                    1 + random.nextInt(4),
                    random.nextInt(2),
                    5e9 * random.nextInt(1, 3),
                    100e9,
                    random.nextBoolean(),
                    false);
        }
    }

    /** Works at most such a part of what it can, of the time between two reports. */
    private void work(long millis, double load) {
        int projects = 1 + random.nextInt(PROJECTS.length);
        double seconds = millis / 1e3;
        for (int i = 0; i < projects; i++) {
            double part = random.nextDouble() * load / projects;
            double[] done = counters.computeIfAbsent(PROJECTS[i], name -> new double[6]);
            done[0] += Math.floor(part * 4 * seconds);
            done[1] += Math.floor(part * seconds);
            done[2] += Math.floor(part * 20e3 * seconds) * 1e6;
            done[3] += Math.floor(part * 100e3 * seconds) * 1e6;
            done[4] += load == 0 ? 0 : random.nextInt(3);
            done[5] += load == 0 ? 0 : random.nextInt(2);
        }
    }

    private HostReport report(long when) {
        List<ProjectTotals> totals = new ArrayList<>();
        counters.forEach((name, done) -> totals.add(new ProjectTotals(
                name, "", done[0], done[1], done[2], done[3], (long) done[4], (long) done[5], false, false, 0)));
        return new HostReport(host, user, "e" + epoch, sequence, when, List.of(), hardware, totals);
    }

    /** The same reports with some twice, each at most four places from where it belongs. */
    static List<HostReport> disturbed(List<HostReport> reports, Random random) {
        return disturbed(reports, 4, random);
    }

    /** The same reports with some twice, each at most so many places from where it belongs. */
    static List<HostReport> disturbed(List<HostReport> reports, int places, Random random) {
        List<HostReport> arrivals = new ArrayList<>();
        List<Double> keys = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            for (int copy = random.nextInt(4) == 0 ? 2 : 1; copy > 0; copy--) {
                double key = i + random.nextDouble() * places;
                int place = keys.size();
                while (place > 0 && keys.get(place - 1) > key) {
                    place--;
                }
                keys.add(place, key);
                arrivals.add(place, reports.get(i));
            }
        }
        return arrivals;
    }

    /** Returns the result of reports that come in order and exceed nothing, written as plainly as can be. */
    static Map<String, HostUsage> truth(List<HostReport> reports) {
        Map<String, HostUsage> sums = new HashMap<>();
        Map<String, HostUsage> known = new HashMap<>();
        for (HostReport report : reports) {
            for (ProjectTotals totals : report.projects()) {
                HostUsage told = totals.counter().total();
                HostUsage before = known.put(report.epoch() + " " + totals.project(), told);
                if (!report.equals(reports.get(0))) {
                    boolean isReset = before == null || !told.isAtLeast(before);
                    HostUsage done = isReset ? told : told.minus(before);
                    sums.merge(report.user() + " " + totals.project(), done, HostUsage::plus);
                }
            }
        }
        sums.values().removeIf(HostUsage::isEmpty);
        return sums;
    }

    static String told(List<HostReport> reports) {
        StringBuilder told = new StringBuilder();
        for (HostReport report : reports) {
            told.append(String.format("%n%s#%d@%.4f", report.epoch(), report.sequence(), hours(report.at())));
            report.projects()
                    .forEach(totals -> told.append(' ')
                            .append(totals.project())
                            .append('=')
                            .append(HostWords.told(totals.counter().total())));
        }
        return told.toString();
    }

    private static double hours(long at) {
        return (at - HostWords.START) / (UtcDays.MILLIS / 24.0);
    }
}
