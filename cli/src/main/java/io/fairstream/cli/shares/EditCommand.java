package io.fairstream.cli.shares;

import io.fairstream.query.records.Failure;
import io.fairstream.query.shares.Change;
import io.fairstream.query.shares.ChangeReport;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Changes the decision for one path; the result must be a tree. */
abstract class EditCommand extends ShareCommand {
    @Parameters(
            index = "0",
            paramLabel = "PATH",
            description = "A bank, or a user in a bank, from the root down: root/physics/alice.")
    private String path = "";

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    final String path() {
        return path;
    }

    /**
     * Changes the nodes in place.
     *
     * @param nodes current decisions by path
     */
    abstract void edit(SortedMap<String, ShareNode> nodes);

    @Override
    final int run() throws IOException, InterruptedException {
        return onCluster(reader -> {
            ShareDecisions decisions = new ShareDecisions(reader);
            SortedMap<String, ShareNode> before = decisions.nodes();
            SortedMap<String, ShareNode> after = new TreeMap<>(before);
            edit(after);
            Change change = new Change(before, after);
            refuse(change.problems());
            decisions.make(change, waiting.patience());
            boolean isTaken = !waiting.patience().isZero();
            print(ChangeReport.document(change.differences(), isTaken));
            if (before.equals(after)) {
                err().println(path + ": as it was");
            }
            return 0;
        });
    }

    private void refuse(List<String> problems) {
        if (problems.size() == 1) {
            throw new Failure(problems.get(0));
        }
        if (!problems.isEmpty()) {
            throw failed(problems, "no change");
        }
    }

    /** Returns the node of the path; throws a failure if there is none. */
    final ShareNode known(Map<String, ShareNode> nodes) {
        ShareNode node = nodes.get(path);
        if (node == null) {
            throw new Failure(path + ": no such path (expected: a path of shares, or shares add)");
        }
        return node;
    }
}
