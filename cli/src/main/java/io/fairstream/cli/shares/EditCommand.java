package io.fairstream.cli.shares;

import io.fairstream.query.records.Failure;
import io.fairstream.query.shares.Change;
import io.fairstream.query.shares.RawShares;
import io.fairstream.query.shares.ShareChanges;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.ShareNode.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
            Change<ShareNode> change = new Change<>(before, after);
            refuse(ShareChanges.problems(change));
            decisions.make(change, waiting.patience());
            boolean isTaken = !waiting.patience().isZero();
            print(ShareChanges.document(change.differences(), isTaken));
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

    /** {@code shares set}. */
    @Command(
            name = "set",
            footer = "fairstream shares set root/physics/alice 3 --bootstrap-server HOST:PORT",
            description = "Give a bank or a user another number of shares.")
    static final class Set extends EditCommand {
        @Parameters(
                index = "1",
                paramLabel = "SHARES",
                converter = RawSharesConverter.class,
                description = "0 or more; 0 for no share. Or parent, Slurm's Fairshare=parent: the shares of the bank.")
        private RawShares shares = new RawShares(1, false);

        @Override
        void edit(SortedMap<String, ShareNode> nodes) {
            ShareNode known = known(nodes);
            nodes.put(path(), shares.node(path(), known.kind(), known.active()));
        }
    }

    /** {@code shares add}. */
    @Command(
            name = "add",
            footer = "fairstream shares add root/physics/alice --shares 2 --bootstrap-server HOST:PORT",
            description = "Add a bank, or a user to a bank.")
    static final class Add extends EditCommand {
        @Option(
                names = "--shares",
                paramLabel = "SHARES",
                converter = RawSharesConverter.class,
                description = "0 or more, or parent. Default: 1.")
        private RawShares shares = new RawShares(1, false);

        @Option(names = "--kind", paramLabel = "KIND", description = "bank or user. Default: user.")
        private Kind kind = Kind.USER;

        @Override
        void edit(SortedMap<String, ShareNode> nodes) {
            ShareNode known = nodes.putIfAbsent(path(), shares.node(path(), kind, true));
            if (known != null) {
                throw new Failure(
                        path() + ": has " + RawShares.of(known) + " already (expected: a new path, or shares set)");
            }
        }
    }

    /** {@code shares remove}. */
    @Command(
            name = "remove",
            footer = "fairstream shares remove root/physics --recursive --bootstrap-server HOST:PORT",
            description = "Remove the shares of a bank or a user. Usage stays; a user without shares has those of "
                    + "fairshare.default.shares.")
    static final class Remove extends EditCommand {
        @Option(names = "--recursive", description = "Including the content of the bank.")
        private boolean isRecursive;

        @Override
        void edit(SortedMap<String, ShareNode> nodes) {
            known(nodes);
            List<String> held = nodes.keySet().stream()
                    .filter(other -> other.startsWith(path() + "/"))
                    .toList();
            if (!held.isEmpty() && !isRecursive) {
                throw new Failure(String.format(
                        "%s: holds %s%s (expected: an empty bank, or --recursive)",
                        path(), held.get(0), held.size() == 1 ? "" : String.format(" and %,d more", held.size() - 1)));
            }
            nodes.keySet().removeAll(held);
            nodes.remove(path());
        }
    }

    /** {@code shares disable}. */
    @Command(
            name = "disable",
            footer = "fairstream shares disable root/physics/alice --bootstrap-server HOST:PORT",
            description = "Exclude a bank with its content, or a user, from fair share: no rank, and no effect on the"
                    + " ranks of others. Shares and usage are kept.")
    static final class Disable extends EditCommand {
        @Override
        void edit(SortedMap<String, ShareNode> nodes) {
            ShareNode known = known(nodes);
            nodes.put(path(), RawShares.of(known).node(path(), known.kind(), false));
        }
    }

    /** {@code shares enable}. */
    @Command(
            name = "enable",
            footer = "fairstream shares enable root/physics/alice --bootstrap-server HOST:PORT",
            description = "Include a disabled bank or user again.")
    static final class Enable extends EditCommand {
        @Override
        void edit(SortedMap<String, ShareNode> nodes) {
            ShareNode known = known(nodes);
            nodes.put(path(), RawShares.of(known).node(path(), known.kind(), true));
        }
    }
}
