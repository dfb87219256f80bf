package io.fairstream.simulation.model;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.ShareKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The places of users, from the rows of {@code association-usage}: who takes part, what each is owed and had, and who goes before whom. Two
 * users compare where their paths part; who ties there is left open.
 */
final class Places {
    private static final double LN2 = Math.log(2);
    private static final double TIE = 1e-8;

    private final Settings settings;
    private final double priorityHalfLife;
    private final Map<String, Node> nodes = new TreeMap<>();
    private final long asOf;

    private final class Node {
        private final AssociationUsage row;
        private final @Nullable Node parent;
        /** On whose level it stands: what a bank without shares of its own holds is beside that bank. */
        private final @Nullable Node around;

        private final List<Node> level = new ArrayList<>();
        private double usage;

        Node(AssociationUsage row, @Nullable Node parent) {
            this.row = row;
            this.parent = parent;
            this.around = parent != null && parent.row.getUseParent() ? parent.around : parent;
            if (around != null) {
                around.level.add(this);
            }
        }

        boolean isUser() {
            return row.getKind() == ShareKind.USER;
        }

        boolean usesParent() {
            return row.getUseParent();
        }

        double shares() {
            return row.getShares() == null ? settings.get(Keys.FAIRSHARE_DEFAULT_SHARES) : row.getShares();
        }

        double ofShares() {
            if (around == null) {
                return 1;
            }
            double all = around.level.stream()
                    .filter(each -> !each.usesParent())
                    .mapToDouble(Node::shares)
                    .sum();
            return usesParent() ? around.ofShares() : shares() == 0 ? 0 : shares() / all;
        }

        double ofUsage() {
            return around == null ? 1 : usage == 0 ? 0 : usage / around.usage;
        }

        double levelShare() {
            return usesParent() ? Double.POSITIVE_INFINITY : ratio(ofShares(), ofUsage());
        }

        /** From the root's level down. */
        List<Node> way() {
            List<Node> way = around == null ? new ArrayList<>() : around.way();
            if (around != null) {
                way.add(this);
            }
            return way;
        }
    }

    Places(Settings settings, Map<String, AssociationUsage> rows) {
        this.settings = settings;
        this.priorityHalfLife = settings.get(Keys.USAGE_HALFLIFE);
        Map<String, AssociationUsage> byPath = new TreeMap<>();
        rows.values().forEach(row -> byPath.put(row.getPath(), row));
        asOf = byPath.values().stream()
                .mapToLong(row -> row.getAsOf().toEpochMilli())
                .max()
                .orElse(0);
        String root = root(byPath.values());
        byPath.forEach((path, row) -> {
            String around = Associations.parent(path);
            Node parent = around == null ? null : nodes.get(around);
            boolean isListed = row.getShares() != null || settings.get(Keys.FAIRSHARE_DEFAULT_SHARES) > 0;
            boolean isOfRoot = path.equals(root) || path.startsWith(root + "/");
            if (isOfRoot && isListed && row.getActive() && (around == null || (parent != null && !parent.isUser()))) {
                nodes.put(path, new Node(row, parent));
            }
        });
        for (Node user : nodes.values()) {
            double usage = user.isUser() ? Math.max(0, usage(user.row)) : 0;
            for (Node node = user; node != null; node = node.parent) {
                node.usage += usage;
            }
        }
    }

    /** The root that counts: of several the decided one, else the one with the most users. */
    private static String root(Collection<AssociationUsage> rows) {
        Map<String, Integer> users = new TreeMap<>();
        String decided = null;
        for (AssociationUsage row : rows) {
            String[] names = row.getPath().split("/", -1);
            users.merge(names[0], row.getKind() == ShareKind.USER ? 1 : 0, Integer::sum);
            decided = names.length == 1 && row.getShares() != null && decided == null ? names[0] : decided;
        }
        return decided != null
                ? decided
                : users.entrySet().stream()
                        .max(Map.Entry.<String, Integer>comparingByValue()
                                .thenComparing(Map.Entry.<String, Integer>comparingByKey()
                                        .reversed()))
                        .map(Map.Entry::getKey)
                        .orElse("");
    }

    private static double ratio(double shares, double usage) {
        return shares == 0 ? 0 : usage == 0 ? Double.POSITIVE_INFINITY : shares / usage;
    }

    private double usage(AssociationUsage row) {
        boolean isOfPeriods = settings.get(Keys.FAIRSHARE_USAGE).equals("policy")
                ? settings.get(Keys.FAIRSHARE_POLICY).equals("flux")
                : settings.get(Keys.FAIRSHARE_USAGE).equals("period");
        if (!isOfPeriods) {
            double left = Math.pow(2, -(asOf - row.getAsOf().toEpochMilli()) / 1e3 / row.getHalfLifeSeconds());
            return row.getSmoothUsage() * left + row.getWeightInUse() * row.getHalfLifeSeconds() / LN2 * (1 - left);
        }
        long now = Associations.period(row, asOf);
        return row.getPeriods().stream()
                .filter(period -> now - period.getIndex() < row.getPeriodCount())
                .mapToDouble(period ->
                        period.getNodeSeconds() * Math.pow(row.getDecayFactor(), (double) (now - period.getIndex())))
                .sum();
    }

    void compare(Map<String, FairShare> rows, Differences differences) {
        Map<String, FairShare> places = new TreeMap<>();
        rows.values().forEach(row -> places.put(row.getPath(), row));
        Map<String, Node> users = new TreeMap<>(nodes);
        users.values().removeIf(node -> !node.isUser());
        differences.compare("fair-share", users.keySet(), places.keySet());
        if (!users.keySet().equals(places.keySet())) {
            return;
        }
        users.forEach(
                (path, user) -> compare(user, Objects.requireNonNull(places.get(path)), users.size(), differences));
        compareRanks(users, places, differences);
    }

    private void compare(Node user, FairShare place, int of, Differences differences) {
        String where = "fair-share " + place.getPath();
        differences.compare(where + ".policy", settings.get(Keys.FAIRSHARE_POLICY), place.getPolicy());
        differences.compare(where + ".of", of, place.getOf());
        differences.compare(where + ".normalisedShares", user.ofShares(), place.getNormalisedShares());
        close(where + ".effectiveUsage", user.ofUsage(), place.getEffectiveUsage(), differences);
        switch (settings.get(Keys.FAIRSHARE_POLICY)) {
            case "classic" -> {
                double owed = classic(user);
                close(
                        where + ".factor",
                        Math.pow(2, -1 / (owed * settings.get(Keys.FAIRSHARE_DAMPENING))),
                        place.getFactor(),
                        differences);
            }
            case "condor" -> {
                double owed = 1;
                for (Node node : user.way()) {
                    owed *= node.usesParent() ? 1 : node.ofShares();
                }
                double priority = Math.max(0.5, user.usage * LN2 / priorityHalfLife);
                close(where + ".factor", owed / priority, place.getFactor(), differences);
            }
            default -> {
                close(where + ".factor", (double) place.getRank() / of, place.getFactor(), differences);
                double levelShare = user.levelShare();
                close(
                        where + ".levelShare",
                        Double.isInfinite(levelShare) ? -1 : levelShare,
                        place.getLevelShare() == null ? -1 : place.getLevelShare(),
                        differences);
            }
        }
    }

    /** Slurm's S / UE, where UE = UA + (UE of the parent - UA) · shares, and UE = UA below the root. */
    private double classic(Node user) {
        double shares = 1;
        double all = Objects.requireNonNull(nodes.get(user.row.getPath().split("/", -1)[0])).usage;
        double effective = all == 0 ? 0 : 1;
        boolean isTop = true;
        for (Node node : user.way()) {
            double actual = node.usage == 0 ? 0 : node.usage / all;
            if (!node.usesParent()) {
                effective = isTop ? actual : actual + (effective - actual) * node.ofShares();
                shares *= node.ofShares();
            }
            isTop = false;
        }
        return ratio(shares, effective);
    }

    private void compareRanks(Map<String, Node> users, Map<String, FairShare> places, Differences differences) {
        boolean isByLevels = settings.get(Keys.FAIRSHARE_POLICY).equals("flux")
                || settings.get(Keys.FAIRSHARE_POLICY).equals("fair-tree");
        Comparator<FairShare> byFactor = Comparator.comparingDouble(FairShare::getFactor);
        for (FairShare one : places.values()) {
            long before = places.values().stream()
                    .filter(other -> other.getRank() > one.getRank())
                    .count();
            differences.compare("fair-share " + one.getPath() + ".rank", one.getOf() - (int) before, one.getRank());
            for (FairShare other : places.values()) {
                boolean isBefore = isByLevels
                        ? goesBefore(
                                Objects.requireNonNull(users.get(one.getPath())),
                                Objects.requireNonNull(users.get(other.getPath())))
                        : byFactor.compare(one, other) > 0 && isMore(one.getFactor(), other.getFactor());
                if (isBefore && one.getRank() <= other.getRank()) {
                    differences.compare(
                            "fair-share " + one.getPath() + " goes before " + other.getPath(),
                            "a higher rank",
                            one.getRank() + " and " + other.getRank());
                }
            }
        }
    }

    private static boolean goesBefore(Node one, Node other) {
        List<Node> way = one.way();
        List<Node> otherWay = other.way();
        for (int i = 0; i < Math.min(way.size(), otherWay.size()); i++) {
            if (way.get(i) != otherWay.get(i)) {
                return isMore(way.get(i).levelShare(), otherWay.get(i).levelShare());
            }
        }
        return false;
    }

    private static boolean isMore(double one, double other) {
        return one > other && (Double.isInfinite(one) || one - other > TIE * one);
    }

    private static void close(String where, double expected, double found, Differences differences) {
        double larger = Math.max(Math.abs(expected), Math.abs(found));
        if (!(expected == found || Math.abs(expected - found) <= TIE * Math.max(1, larger))) {
            differences.compare(where, expected, found);
        }
    }
}
