package io.fairstream.cli.shares;

import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.rules.share.ShareNode;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import picocli.CommandLine.Command;

/** {@code shares check}. */
@Command(
        name = "check",
        description = {
            "Check what stands in the topic shares: one root, and a bank around every node.",
            "Every problem is a line on stdout; exit code 1 if there is any."
        })
final class CheckCommand extends ShareCommand {
    @Override
    int run() throws IOException, InterruptedException {
        return onCluster(reader -> {
            SortedMap<String, ShareNode> nodes = new ShareBook(reader).nodes();
            List<String> problems = Change.problems(nodes.values());
            long users = nodes.values().stream()
                    .filter(node -> node.kind() == ShareNode.Kind.USER)
                    .count();
            if (json()) {
                problems.forEach(
                        problem -> new JsonRow().with("problem", problem).print(out()));
            } else {
                problems.forEach(out()::println);
                out().printf(
                                "%,d banks and %,d users, %s%n",
                                nodes.size() - users,
                                users,
                                problems.isEmpty() ? "a tree" : String.format("%,d problems", problems.size()));
            }
            MixedBanks.of(nodes.values()).note(reader.settings(), err());
            return problems.isEmpty() ? 0 : 1;
        });
    }
}
