package io.fairstream.cli.shares;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.shares.MixedBanks;
import io.fairstream.query.shares.ShareChanges;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import picocli.CommandLine.Command;

/** {@code shares check}. */
@Command(
        name = "check",
        footer = "fairstream shares check --bootstrap-server HOST:PORT",
        description = {
            "Check the topic shares: one root, and a bank around every node.",
            "Every problem is a line on stdout; exit code 1 if there is any."
        })
final class CheckCommand extends ShowCommand {
    private boolean isTree;

    @Override
    protected void check() {
        ShareCommand.refuseOptionsOfTheListing(spec());
    }

    @Override
    protected Cluster openToShow() {
        return openUnderTerms();
    }

    @Override
    protected Document show(TopicReader reader) {
        SortedMap<String, ShareNode> nodes = new ShareDecisions(reader).nodes();
        List<String> problems = ShareChanges.problems(nodes.values());
        isTree = problems.isEmpty();
        long users = nodes.values().stream()
                .filter(node -> node.kind() == ShareNode.Kind.USER)
                .count();
        Document document = new Document();
        problems.forEach(document::say);
        document.with(new Columns<String>()
                        .text("problem", problem -> problem)
                        .report(problems)
                        .forPrograms())
                .say(String.format(
                        Locale.ROOT,
                        "%,d banks and %,d users, %s",
                        nodes.size() - users,
                        users,
                        isTree ? "a tree" : String.format("%,d problems", problems.size())));
        MixedBanks.of(nodes.values()).note(reader.settings()).ifPresent(document::warn);
        return document;
    }

    @Override
    protected int exitCode() {
        return isTree ? 0 : 1;
    }
}
