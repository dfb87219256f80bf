package io.fairstream.query.shares;

import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.ShareNode.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the output of {@code sacctmgr dump}: a cluster, then for each account a {@code Parent} line and its
 * children. An account is defined before it is used as a parent; lines before the first parent are in {@code root}, as
 * in {@code sacctmgr load}; the default of {@code Fairshare} is 1.
 *
 * <p>{@code Fairshare=parent} (a dump writes 2147483647) becomes {@code useParent}. Associations of one user with
 * several partitions are merged.
 */
final class SacctmgrDump {
    private static final String ROOT = "root";
    private static final String PARENT = "parent";
    private static final String PARENT_NUMBER = "2147483647";

    private final String file;
    private final Statement<ShareNode> statement;
    private final Associations associations;
    private final Map<String, String> accounts = new HashMap<>();
    private final Set<String> withoutPartition = new HashSet<>();
    /** Positions of rejected accounts, by name. */
    private final Map<String, String> refused = new HashMap<>();

    private @Nullable String cluster;
    private @Nullable String parent;
    private String parentName = ROOT;
    private String parentPlace = "";
    private boolean isWithin;

    SacctmgrDump(String file, Statement<ShareNode> statement) {
        this(file, statement, (path, line, place) -> {});
    }

    /** @param associations receives the line of each account and user that has a path */
    SacctmgrDump(String file, Statement<ShareNode> statement, Associations associations) {
        this.file = file;
        this.statement = statement;
        this.associations = associations;
    }

    /** Receiver of lines and their paths. */
    interface Associations {
        void add(String path, SacctmgrLine line, String place);
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
                                                + "\" (expected: a line like Account - 'physics':Fairshare=10, quotes"
                                                + " closed)"));
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
        add(line, ROOT, Kind.BANK, place);
    }

    private void parent(SacctmgrLine line, String place) {
        isWithin = true;
        if (line.name().equals(ROOT) && accounts.isEmpty()) {
            root(new SacctmgrLine("cluster", ROOT, List.of()), place);
        }
        parent = accounts.get(line.name());
        parentName = line.name();
        parentPlace = refused.getOrDefault(parentName, place);
        if (parent == null) {
            statement.problem(
                    place,
                    "parent: " + parentName + " (expected: an account that stands above it"
                            + (refused.containsKey(parentName) ? "; refused at " + parentPlace + ")" : ")"));
        }
    }

    /** Returns the path of the account of a line, or null if that is invalid, so that the line is rejected. */
    private @Nullable String within(SacctmgrLine line, String place) {
        if (!isWithin) {
            statement.note(place, "no Parent line above it, assumed in " + ROOT);
            parent(new SacctmgrLine("parent", ROOT, List.of()), place);
        }
        if (parent == null) {
            statement.problem(
                    place,
                    line.what() + " " + line.name() + ": in " + parentName + ", which is refused (" + parentPlace
                            + ")");
        } else if (line.name().contains("/")) {
            statement.problem(place, line.what() + ": \"" + line.name() + "\" (expected: a name without a slash)");
        } else {
            return parent;
        }
        return null;
    }

    private void account(SacctmgrLine line, String place) {
        String within = within(line, place);
        if (within == null) {
            refused.putIfAbsent(line.name(), place);
        } else if (line.name().equals(ROOT) && ROOT.equals(within)) {
            associations.add(ROOT, line, place);
            ShareNode root = node(line, ROOT, Kind.BANK, place);
            if (root != null) {
                statement.replace(ROOT, root, place);
            }
        } else {
            String path = within + "/" + line.name();
            if (accounts.putIfAbsent(line.name(), path) != null) {
                statement.problem(place, "account: " + line.name() + " twice (expected: once in a cluster)");
            } else {
                add(line, path, Kind.BANK, place);
            }
        }
    }

    private void add(SacctmgrLine line, String path, Kind kind, String place) {
        associations.add(path, line, place);
        ShareNode node = node(line, path, kind, place);
        if (node != null) {
            statement.add(node.path(), node, place);
        }
    }

    private void user(SacctmgrLine line, String place) {
        String within = within(line, place);
        if (within == null) {
            return;
        }
        String path = within + "/" + line.name();
        associations.add(path, line, place);
        ShareNode node = node(line, path, Kind.USER, place);
        if (node == null) {
            return;
        }
        boolean isWhole = line.option("Partition").isEmpty();
        Stated<ShareNode> before = statement.nodes().get(path);
        if (before == null || before.node().kind() == Kind.BANK || (isWhole && withoutPartition.contains(path))) {
            statement.add(node.path(), node, place);
        } else {
            merge(before, node, isWhole, place);
        }
        if (isWhole) {
            withoutPartition.add(path);
        }
    }

    /** Merges associations: the shares without a partition apply, otherwise the largest. */
    private void merge(Stated<ShareNode> before, ShareNode node, boolean isWhole, String place) {
        boolean isNewer = isWhole
                || (!withoutPartition.contains(node.path())
                        && node.shares() > before.node().shares());
        ShareNode kept = isNewer ? node : before.node();
        if (isNewer) {
            statement.replace(node.path(), node, place);
        }
        if (!node.equals(before.node())) {
            ShareNode other = isNewer ? before.node() : node;
            statement.note(
                    place,
                    node.path() + ": one association for all partitions, with " + stated(kept) + " (also stated: "
                            + (other.useParent() ? PARENT : other.shares()) + ")");
        }
    }

    private static String stated(ShareNode node) {
        return node.useParent() ? "Fairshare=parent" : node.shares() + " shares";
    }

    /** Returns the node, or null if its shares are rejected. */
    private @Nullable ShareNode node(SacctmgrLine line, String path, Kind kind, String place) {
        String text = line.option("Fairshare", "Shares").orElse("1");
        boolean isParent = text.equalsIgnoreCase(PARENT) || text.equals(PARENT_NUMBER);
        if (isParent && path.equals(ROOT)) {
            statement.note(place, "root: Fairshare=parent counts as 1 share, because root has no parent");
        } else if (!isParent && !text.matches("\\d{1,10}")) {
            statement.refuse(
                    path, place, "Fairshare: " + text + " (expected: a whole number of 0 or more, or parent), " + path);
            return null;
        }
        return new ShareNode(path, kind, isParent ? 1 : Double.parseDouble(text), true, isParent && !path.equals(ROOT));
    }
}
