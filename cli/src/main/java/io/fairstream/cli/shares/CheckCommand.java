package io.fairstream.cli.shares;

import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.shares.Change;
import io.fairstream.reports.shares.MixedBanks;
import io.fairstream.rules.share.ShareNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import picocli.CommandLine.Command;

/** {@code shares check}. */
@Command(
        name = "check",
        footer = "fairstream shares check --bootstrap-server HOST:PORT",
        description = {
            "Check what stands in the topic shares: one root, and a bank around every node.",
            "Every problem is a line on stdout; exit code 1 if there is any."
        })
final class CheckCommand extends ShareCommand {
    @Override
    int run() throws IOException, InterruptedException {
        return onCluster(reader -> {
            SortedMap<String, ShareNode> nodes = new ShareDecisions(reader).nodes();
            List<String> problems = Change.problems(nodes.values());
            long users = nodes.values().stream()
                    .filter(node -> node.kind() == ShareNode.Kind.USER)
                    .count();
            Document document = new Document();
            problems.forEach(document::say);
            print(document.with(new Columns<String>()
                            .text("problem", problem -> problem)
                            .report(problems)
                            .forPrograms())
                    .say(String.format(
                            Locale.ROOT,
                            "%,d banks and %,d users, %s",
                            nodes.size() - users,
                            users,
                            problems.isEmpty() ? "a tree" : String.format("%,d problems", problems.size()))));
            MixedBanks.of(nodes.values()).note(reader.settings()).ifPresent(err()::println);
            return problems.isEmpty() ? 0 : 1;
        });
    }
}
