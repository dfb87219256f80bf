package io.fairstream.client.negotiation;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tree of groups with their members. */
final class GroupTree {
    private final Map<String, GroupNode> nodes = new HashMap<>();
    private final GroupNode root = new GroupNode(null, null);

    GroupTree(Collection<Group> groups, Collection<Submitter> submitters) {
        nodes.put(Group.ROOT, root);
        groups.stream().sorted(Comparator.comparing(Group::name)).forEach(this::add);
        Map<String, Submitter> byName = new HashMap<>();
        for (Submitter submitter : submitters) {
            if (byName.put(submitter.name(), submitter) != null) {
                throw new IllegalArgumentException("submitter: " + submitter.name() + " (expected: once)");
            }
            GroupNode group = nodes.get(submitter.group());
            if (group == null) {
                throw new IllegalArgumentException("group: " + submitter.group() + " (expected: one of "
                        + nodes.keySet().stream().sorted().toList() + "), submitter " + submitter.name());
            }
            group.add(submitter);
        }
    }

    /** Adds a group; a prefix sorts first, so its parent already exists. */
    private void add(Group group) {
        GroupNode parent = nodes.get(group.parent());
        if (parent == null) {
            throw new IllegalArgumentException(
                    "group: " + group.name() + " (expected: the group above it, " + group.parent() + ", too)");
        }
        if (nodes.put(group.name(), new GroupNode(group, parent)) != null) {
            throw new IllegalArgumentException("group: " + group.name() + " (expected: once)");
        }
    }

    GroupNode root() {
        return root;
    }

    boolean regroups() {
        return root.subtree().anyMatch(GroupNode::autoregroups);
    }

    /**
     * Returns the groups in order of negotiation: lowest used part of the quota first, the root last (default of
     * {@code GROUP_SORT_EXPR}). Of equal groups the deepest comes first, because it may use the quota of a group above it.
     */
    List<GroupNode> inOrder() {
        return root.subtree()
                .sorted(Comparator.comparing(GroupNode::isRoot)
                        .thenComparing(GroupTree::starvation)
                        .thenComparing(GroupNode::depth, Comparator.reverseOrder())
                        .thenComparing(GroupNode::name))
                .toList();
    }

    private static double starvation(GroupNode node) {
        return node.quota() > 0 ? node.inUse() / node.quota() : Double.POSITIVE_INFINITY;
    }
}
