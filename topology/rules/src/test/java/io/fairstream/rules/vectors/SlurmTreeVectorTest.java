package io.fairstream.rules.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fairstream.rules.share.FairSharePolicy.ClassicFairShare;
import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.ShareTree;
import io.fairstream.rules.share.ShareTree.Share;
import io.fairstream.rules.share.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Trees of Slurm's own tests, with users beside accounts: what sshare prints is what comes out here. */
class SlurmTreeVectorTest {
    private static final double PRINTED = 0.5e-6;

    private static List<String[]> rows(String file) {
        List<String[]> rows = new ArrayList<>();
        try (InputStream in = SlurmTreeVectorTest.class.getResourceAsStream("/vectors/" + file)) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            text.lines().filter(line -> !line.startsWith("#")).forEach(line -> rows.add(line.split(" +", -1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static ShareTree tree(List<String[]> rows) {
        return Trees.of(rows.stream()
                .map(row -> row[0] + " " + row[1] + (row[2].equals("-") ? "" : " " + row[2]))
                .toArray(String[]::new));
    }

    private static void assertPrinted(String printed, double actual, String what) {
        if (printed.equals("inf")) {
            assertEquals(Double.POSITIVE_INFINITY, actual, what);
        } else if (!printed.equals("-")) {
            assertEquals(Double.parseDouble(printed), actual, PRINTED, what);
        }
    }

    @Test
    void fairTreeOfATreeWithUsersBesideAccountsIsWhatSsharePrints() {
        List<String[]> rows = rows("slurm-fair-tree.txt");
        ShareTree tree = tree(rows);
        Map<String, Share> shares = Trees.byPath(tree);
        Map<String, FairShareRow> places = new FairTree().rank(tree).byPath();
        assertEquals(21, tree.users());
        for (String[] row : rows) {
            Share share = shares.get(row[0]);
            assertNotNull(share, row[0]);
            assertPrinted(row[3], share.ofShares(), row[0] + " normShares");
            assertPrinted(row[4], share.ofUsage(), row[0] + " effectiveUsage");
            assertPrinted(row[5], share.levelShare(), row[0] + " levelShare");
            if (share.isUser()) {
                assertPrinted(row[6], Objects.requireNonNull(places.get(row[0])).factor(), row[0] + " factor");
            }
        }
    }

    @Test
    void classicFairShareWithFairshareParentIsWhatSsharePrints() {
        List<String[]> rows = rows("slurm-classic-parent.txt");
        Map<String, FairShareRow> places =
                new ClassicFairShare(1).rank(tree(rows)).byPath();
        for (String[] row : rows) {
            if (!row[3].equals("-")) {
                assertPrinted(row[3], Objects.requireNonNull(places.get(row[0])).factor(), row[0] + " factor");
            }
        }
        assertEquals(12, places.size());
    }
}
