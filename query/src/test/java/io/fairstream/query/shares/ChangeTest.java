package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.ShareNode.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChangeTest {
    private static Map<String, ShareNode> nodes(String... nodes) {
        Map<String, ShareNode> byPath = new TreeMap<>();
        for (String node : nodes) {
            String[] parts = node.split(" ", -1);
            Kind kind = parts[0].equals("bank") ? Kind.BANK : Kind.USER;
            byPath.put(parts[1], new ShareNode(parts[1], kind, Double.parseDouble(parts[2]), true));
        }
        return byPath;
    }

    @Test
    void removesFromTheLeavesUpAndAddsFromTheRootDown() {
        Change<ShareNode> change = new Change<>(
                nodes("bank root 1", "bank root/a 1", "user root/a/alice 1", "bank root/b 2"),
                nodes("bank root 1", "bank root/b 3", "bank root/c 1", "user root/c/carol 1"));
        assertEquals(
                List.of(
                        "REMOVED root/a/alice",
                        "REMOVED root/a",
                        "CHANGED root/b",
                        "ADDED root/c",
                        "ADDED root/c/carol"),
                change.differences().stream()
                        .map(difference -> difference.kind() + " " + difference.path())
                        .toList());
        assertEquals(List.of(), ShareChanges.problems(change));
    }

    @Test
    void whatWouldBeNoTreeIsAProblem() {
        Change<ShareNode> change = new Change<>(
                nodes("bank root 1", "bank root/a 1"), nodes("bank root 1", "bank root/a 1", "user root/b/alice 1"));
        assertEquals(
                List.of("bank: none of the path root/b (expected: a bank around every node), root/b/alice"),
                ShareChanges.problems(change));
    }

    @Test
    void whatWasWrongBeforeIsNotHeldAgainstTheChange() {
        Change<ShareNode> change = new Change<>(
                nodes("bank root 1", "user moon/eve 1"), nodes("bank root 2", "user moon/eve 1", "bank x 1"));
        assertEquals(List.of("root: a second one (expected: only root), x"), ShareChanges.problems(change));
    }

    @Test
    void nodesWithoutARootAreAProblem() {
        assertEquals(
                List.of(
                        "path: \"alice\" (expected: a user within a bank), alice",
                        "root: none (expected: one bank without a slash in its path)"),
                ShareChanges.problems(nodes("user alice 1").values()));
    }

    @Test
    void noNodesAtAllAreFine() {
        assertEquals(List.of(), ShareChanges.problems(new Change<>(nodes("bank root 1"), nodes())));
    }
}
