package io.fairstream.cli.shares.files;

import io.fairstream.rules.share.ShareNode;
import io.fairstream.rules.share.ShareNode.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text that {@code sacctmgr dump} writes: a cluster, then for each account a {@code Parent} line and what is in it. Accounts
 * stand before they are a parent; who has no {@code Fairshare} has 1.
 *
 * <p>{@code Fairshare=parent} (a dump writes 2147483647) is no number of shares: in Slurm such a user has what its account has, and
 * competes with nobody in it. Here it gets 1, so that those of an account who all have it share equally. Associations of one
 * user with several partitions are one here. The administrator's {@code root} beside the accounts is left out.
 */
final class SacctmgrDump {
    private static final String ROOT = "root";
    private static final String PARENT = "parent";
    private static final String PARENT_NUMBER = "2147483647";

    private final String file;
    private final Statement statement;
    private final Map<String, String> accounts = new HashMap<>();
    private final Set<String> withoutPartition = new HashSet<>();
    private @Nullable String cluster;
    private @Nullable String parent;

    SacctmgrDump(String file, Statement statement) {
        this.file = file;
        this.statement = statement;
    }

    void read(String text) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                String place = file + ":" + (i + 1);
                SacctmgrLine.of(line)
                        .ifPresentOrElse(
                                known -> read(known, place),
                                () -> statement.problem(
                                        place,
                                        "\"" + line
                                                + "\" (expected: a line like Account - 'physics':Fairshare=10, quotes closed)"));
            }
        }
    }

    private void read(SacctmgrLine line, String place) {
        switch (line.what()) {
            case "cluster", "machine" -> cluster(line, place);
            case "parent" -> parent(line, place);
            case "account", "project" -> account(line, place);
            case "user" -> user(line, place);
            default -> {
                // QOS and resources have no shares
            }
        }
    }

    private void cluster(SacctmgrLine line, String place) {
        if (cluster != null) {
            statement.problem(
                    place, "cluster: " + line.name() + " (expected: one cluster in a file, here " + cluster + ")");
            return;
        }
        cluster = line.name();
        root(line, place);
    }

    private void root(SacctmgrLine line, String place) {
        accounts.put(ROOT, ROOT);
        statement.add(new ShareNode(ROOT, Kind.BANK, shares(line, ROOT, place), true), place);
    }

    private void parent(SacctmgrLine line, String place) {
        if (line.name().equals(ROOT) && accounts.isEmpty()) {
            root(new SacctmgrLine("cluster", ROOT, List.of()), place);
        }
        parent = accounts.get(line.name());
        if (parent == null) {
            statement.problem(place, "parent: " + line.name() + " (expected: an account that stands above it)");
        }
    }

    private void account(SacctmgrLine line, String place) {
        String within = parent;
        if (line.name().equals(ROOT) && ROOT.equals(within)) {
            statement.replace(new ShareNode(ROOT, Kind.BANK, shares(line, ROOT, place), true), place);
        } else if (within != null && isName(line, place)) {
            String path = within + "/" + line.name();
            if (accounts.putIfAbsent(line.name(), path) != null) {
                statement.problem(place, "account: " + line.name() + " twice (expected: once in a cluster)");
            } else {
                statement.add(new ShareNode(path, Kind.BANK, shares(line, path, place), true), place);
            }
        }
    }

    private void user(SacctmgrLine line, String place) {
        String within = parent;
        if (within == null || !isName(line, place)) {
            return;
        }
        if (within.equals(ROOT) && line.name().equals(ROOT)) {
            statement.note(place, "root/root: left out, the administrator's association beside the accounts");
            return;
        }
        String path = within + "/" + line.name();
        boolean isWhole = line.option("Partition").isEmpty();
        ShareNode node = new ShareNode(path, Kind.USER, shares(line, path, place), true);
        Stated before = statement.nodes().get(path);
        if (before == null || (isWhole && withoutPartition.contains(path))) {
            statement.add(node, place);
        } else {
            merge(before, node, isWhole, place);
        }
        if (isWhole) {
            withoutPartition.add(path);
        }
    }

    /** The shares without a partition count; of several with one, the most. */
    private void merge(Stated before, ShareNode node, boolean isWhole, String place) {
        boolean isNewer = isWhole
                || (!withoutPartition.contains(node.path())
                        && node.shares() > before.node().shares());
        ShareNode kept = isNewer ? node : before.node();
        if (isNewer) {
            statement.replace(node, place);
        }
        if (node.shares() != before.node().shares()) {
            statement.note(
                    place,
                    node.path() + ": one association for all partitions, with " + kept.shares()
                            + " shares (also stated: "
                            + (isNewer ? before.node().shares() : node.shares()) + ")");
        }
    }

    private boolean isName(SacctmgrLine line, String place) {
        if (line.name().contains("/")) {
            statement.problem(place, line.what() + ": \"" + line.name() + "\" (expected: a name without a slash)");
            return false;
        }
        return true;
    }

    private double shares(SacctmgrLine line, String path, String place) {
        Optional<String> stated = line.option("Fairshare", "Shares");
        String text = stated.orElse("1");
        if (text.equalsIgnoreCase(PARENT) || text.equals(PARENT_NUMBER)) {
            statement.note(
                    place,
                    path + ": Fairshare=parent, taken as 1 share (in Slurm it would rank by what is around it alone)");
            return 1;
        }
        if (!text.matches("\\d{1,10}")) {
            statement.problem(
                    place, "Fairshare: " + text + " (expected: a whole number of 0 or more, or parent), " + path);
            return 1;
        }
        return Double.parseDouble(text);
    }
}
