package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.share.ShareTree.ShareNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadingTest {
    @TempDir
    private Path directory;

    private static SortedMap<String, ShareNode> topic(String... nodes) {
        SortedMap<String, ShareNode> byPath = new TreeMap<>();
        for (String node : nodes) {
            String[] words = node.split(" ", -1);
            ShareNode.Kind kind = words[0].equals("bank") ? ShareNode.Kind.BANK : ShareNode.Kind.USER;
            byPath.put(words[1], new ShareNode(words[1], kind, Double.parseDouble(words[2]), true));
        }
        return byPath;
    }

    private Loading<ShareNode> load(SortedMap<String, ShareNode> before, boolean isReplacing, String... lines)
            throws IOException {
        StringBuilder json = new StringBuilder();
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            json.append(String.format(
                    "{\"path\":\"%s\",\"kind\":\"%s\",\"shares\":%s}%n",
                    words[1], words[0].equals("bank") ? "BANK" : "USER", words[2]));
        }
        Path file = Files.writeString(directory.resolve("f"), json);
        return Loading.of(before, Statement.read(List.of(file), null, List.of()), isReplacing);
    }

    private List<String> refused(Loading<?> loading) {
        return loading.refused().stream()
                .map(text -> text.replace(directory + "/", ""))
                .toList();
    }

    @Test
    void misfitsAreThoseThatNoTreeCanHold() {
        assertEquals(
                Map.of(
                        "root/physics/bob/job",
                        "bank: root/physics/bob is a user (expected: a bank around every node), root/physics/bob/job",
                        "slurm",
                        "root: a second one (expected: only root), slurm",
                        "slurm/eve",
                        "bank: none of the path slurm (expected: a bank around every node), slurm/eve"),
                Loading.misfits(
                        topic(
                                "bank root 1",
                                "bank root/physics 3",
                                "user root/physics/bob 1",
                                "user root/physics/bob/job 1",
                                "bank slurm 1",
                                "user slurm/eve 1"),
                        null));
    }

    @Test
    void aLineOnWhichNothingDependsIsRefusedAlone() throws IOException {
        Loading<ShareNode> loading =
                load(topic("bank root 1"), false, "bank root/a 1", "user root/b/eve 1", "user root/a/alice 2");
        assertEquals(
                List.of("f:2: bank: none of the path root/b (expected: a bank around every node), root/b/eve"),
                refused(loading));
        assertEquals(
                List.of("root", "root/a", "root/a/alice"),
                List.copyOf(loading.change().after().keySet()));
    }

    @Test
    void aBankThatIsStatedToBeAUserWhileItHoldsSomethingStaysABank() throws IOException {
        SortedMap<String, ShareNode> before = topic("bank root 1", "bank root/a 3", "user root/a/alice 1");
        Loading<ShareNode> loading = load(before, false, "user root/a 1", "user root/bob 1");
        assertEquals(
                List.of("f:1: bank: root/a is a user (expected: a bank around every node), root/a/alice"),
                refused(loading));
        assertEquals(
                List.of("root/bob"),
                loading.change().differences().stream()
                        .map(Change.Difference::path)
                        .toList());
    }

    @Test
    void aSecondRootIsRefusedWithWhatIsInItWhicheverNameComesFirst() throws IOException {
        Loading<ShareNode> loading = load(topic("bank root 1"), false, "bank a 1", "user a/alice 1", "bank root/b 1");
        assertEquals(
                List.of(
                        "f:1: root: a second one (expected: only root), a",
                        "f:2: a/alice: in a, which is refused (f:1)"),
                refused(loading));
        assertEquals(
                List.of("root", "root/b"), List.copyOf(loading.change().after().keySet()));
    }

    @Test
    void replacingTakesBackNothingWhileALineIsRefused() throws IOException {
        SortedMap<String, ShareNode> before = topic("bank root 1", "user root/alice 1", "user root/bob 1");
        Loading<ShareNode> bad = load(before, true, "bank root 1", "user root/alice 5", "user root/bob -1");
        assertTrue(bad.isKeeping());
        assertEquals(List.of("f:3: shares: -1.0 (expected: 0 to 1e12), root/bob"), refused(bad));
        assertEquals(
                5,
                Objects.requireNonNull(bad.change().after().get("root/alice")).shares());
        assertEquals(before.get("root/bob"), bad.change().after().get("root/bob"));
        Loading<ShareNode> good = load(before, true, "bank root 1", "user root/alice 5");
        assertFalse(good.isKeeping());
        assertEquals(
                List.of("root", "root/alice"), List.copyOf(good.change().after().keySet()));
    }

    @Test
    void whatWasWrongBeforeIsNotHeldAgainstAFile() throws IOException {
        Loading<ShareNode> loading =
                load(topic("bank root 1", "user moon/eve 1"), false, "user moon/eve 1", "user root/bob 1");
        assertEquals(List.of(), refused(loading));
        assertTrue(loading.change().after().containsKey("moon/eve"));
    }
}
