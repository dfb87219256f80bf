package io.fairstream.simulation.model;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Users in banks, and banks: what was decided last for each, and what those in it used, each second worth half after a half-life. */
final class Associations {
    private static final double LN2 = Math.log(2);
    private static final double UNITS = 1e5;

    private final Map<String, ShareNode> decided;
    private final Map<String, List<Jobs.Part>> used = new TreeMap<>();
    private final Settings settings;
    private final double perProcessor;

    Associations(Settings settings, Jobs jobs, Taken taken) {
        this.settings = settings;
        this.decided = taken.latest(Topics.SHARES);
        this.perProcessor = perProcessor(settings);
        for (Jobs.Part part : jobs.parts()) {
            for (String path = part.path(); path != null; path = parent(path)) {
                used.computeIfAbsent(path, any -> new ArrayList<>()).add(part);
            }
        }
    }

    static @Nullable String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? null : path.substring(0, slash);
    }

    /** The nodes of a job: as many as its processors, if it does not report them. */
    private static double perProcessor(Settings settings) {
        double cpu = 0;
        double node = 0;
        for (String weight : settings.terms().getOrDefault("usage.weights", "").split(",", -1)) {
            String[] pair = weight.split("=", -1);
            cpu += pair[0].equals("cpu") ? Double.parseDouble(pair[1]) : 0;
            node += pair[0].equals("node") ? Double.parseDouble(pair[1]) : 0;
        }
        return Math.max(cpu, node);
    }

    void compare(Map<String, AssociationUsage> rows, boolean isUseKnown, Differences differences) {
        Map<String, AssociationUsage> byPath = new TreeMap<>();
        rows.values().forEach(row -> byPath.put(row.getPath(), row));
        if (isUseKnown) {
            Set<String> paths = new TreeSet<>(decided.keySet());
            paths.addAll(used.keySet());
            differences.compare("association-usage", paths, byPath.keySet());
        }
        byPath.forEach((path, row) -> {
            compareDecision("association-usage " + path, decided.get(path), row, differences);
            if (isUseKnown) {
                compareUse("association-usage " + path, used.getOrDefault(path, List.of()), row, differences);
            }
        });
    }

    private static void compareDecision(
            String where, @Nullable ShareNode decision, AssociationUsage row, Differences differences) {
        differences.compare(where + ".shares", decision == null ? null : decision.getShares(), row.getShares());
        differences.compare(where + ".active", decision == null || decision.getActive(), row.getActive());
        differences.compare(where + ".useParent", decision != null && decision.getUseParent(), row.getUseParent());
        if (parent(row.getPath()) == null) {
            differences.compare(where + ".useParent of a root", false, row.getUseParent());
        }
        if (decision != null) {
            differences.compare(where + ".kind", decision.getKind(), row.getKind());
        }
        String name = row.getPath().substring(row.getPath().lastIndexOf('/') + 1);
        differences.compare(where + ".user", row.getKind() == ShareKind.USER ? name : null, row.getUser());
    }

    private void compareUse(String where, List<Jobs.Part> parts, AssociationUsage row, Differences differences) {
        double halfLife = settings.get(Keys.USAGE_HALFLIFE);
        long asOf = row.getAsOf().toEpochMilli();
        long now = period(row, asOf);
        double weight = 0;
        double smooth = 0;
        double raw = 0;
        double inPeriods = 0;
        for (Jobs.Part part : parts) {
            double rate = perProcessor * part.processors();
            long until = part.until() == null ? asOf : part.until();
            weight += part.until() == null ? rate : 0;
            if (until > part.from()) {
                smooth += rate * halfLife / LN2 * (left(asOf - until, halfLife) - left(asOf - part.from(), halfLife));
            }
            if (part.ended() != null && until > part.from()) {
                double units = Math.rint(rate * ((until - part.from()) / 1e3) * UNITS) / UNITS;
                long age = now - period(row, part.ended());
                raw += units;
                inPeriods += age < row.getPeriodCount() ? units * Math.pow(row.getDecayFactor(), (double) age) : 0;
            }
        }
        differences.compare(where + ".halfLifeSeconds", halfLife, row.getHalfLifeSeconds());
        differences.compare(where + ".weightInUse", weight, row.getWeightInUse());
        differences.compare(where + ".smoothUsage", smooth, row.getSmoothUsage());
        differences.compare(where + ".rawUsage", raw, row.getRawUsage());
        differences.compare(where + ".periodUsage", inPeriods, row.getPeriodUsage());
    }

    private static double left(long millis, double halfLife) {
        return Math.pow(2, -millis / 1e3 / halfLife);
    }

    static long period(AssociationUsage row, long at) {
        double periods = (at - row.getPeriodEpoch().toEpochMilli()) / (row.getHalfLifeSeconds() * 1e3);
        return Math.max(0, (long) Math.floor(periods));
    }
}
