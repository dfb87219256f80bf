package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.share.ShareTree.Share;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.TreeCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Trees as lines {@code path shares}, users with their usage: {@code path shares usage}; {@code parent} for shares. All synthetic. */
public final class Trees {
    private Trees() {}

    /** A tree of such lines. */
    public static ShareTree of(String... lines) {
        List<ShareNode> nodes = new ArrayList<>();
        Map<String, Double> usages = new HashMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            boolean isUser = words.length == 3;
            boolean useParent = words[1].equals("parent");
            nodes.add(new ShareNode(
                    words[0],
                    isUser ? ShareNode.Kind.USER : ShareNode.Kind.BANK,
                    useParent ? 1 : Double.parseDouble(words[1]),
                    true,
                    useParent));
            if (isUser) {
                usages.put(words[0], Double.parseDouble(words[2]));
            }
        }
        return valid(nodes, usages);
    }

    /** The tree of these nodes, which must be one. */
    public static ShareTree valid(List<ShareNode> nodes, Map<String, Double> usages) {
        TreeCheck check = new TreeCheck();
        assertEquals(List.of(), problems(nodes, usages, check));
        return ShareTree.ofValid(check.nodes(), usages, 0);
    }

    /** Adds the nodes by path; returns what is wrong with them. */
    static List<String> problems(List<ShareNode> nodes, Map<String, Double> usages, TreeCheck check) {
        return nodes.stream()
                .sorted(Comparator.comparing(ShareNode::path))
                .map(node -> check.add(node, usages.getOrDefault(node.path(), 0.0)))
                .filter(Objects::nonNull)
                .toList();
    }

    /** All banks and users of a tree by path. */
    public static Map<String, Share> byPath(ShareTree tree) {
        Map<String, Share> byPath = new HashMap<>();
        if (tree.root() != null) {
            add(tree.root(), byPath);
        }
        return byPath;
    }

    private static void add(Share share, Map<String, Share> byPath) {
        byPath.put(share.path(), share);
        share.held().forEach(held -> add(held, byPath));
    }

    /** The factors by the users' names. */
    public static Map<String, Double> factors(Ranking ranking) {
        Map<String, Double> factors = new TreeMap<>();
        ranking.places().forEach(place -> factors.put(name(place.path()), place.factor()));
        return factors;
    }

    /** The factor of a user. */
    static double factor(Ranking ranking, String user) {
        return factors(ranking).getOrDefault(user, Double.NaN);
    }

    /** That the users have these ranks, {@code name rank}, the best first. */
    static void assertRanks(Ranking ranking, String... expected) {
        assertEquals(
                List.of(expected),
                ranking.places().stream()
                        .map(place -> name(place.path()) + " " + place.rank())
                        .toList());
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
