package io.fairstream.cli.shares;

import io.fairstream.cli.options.NamedFile;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.shares.Change;
import io.fairstream.query.shares.Loading;
import io.fairstream.query.shares.MixedBanks;
import io.fairstream.query.shares.ShareChanges;
import io.fairstream.query.shares.ShareFormat;
import io.fairstream.query.shares.Statement;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shares load}. */
@Command(
        name = "load",
        sortOptions = false,
        customSynopsis = "fairstream shares load FILE... [OPTIONS]",
        description = {
            "Load shares from files of flux-accounting (bank_table.csv, association_table.csv, a fairshare-emulate"
                    + " tree), of Slurm (sacctmgr dump), or JSON lines of shares.",
            "A line that is wrong, or does not fit into the tree, is rejected with its reason, and so is "
                    + "the content of a rejected bank; all other lines are loaded. Exit with 1 if anything is "
                    + "rejected. Paths that the files do not name are unchanged."
        },
        footer = {
            "fairstream shares load bank_table.csv association_table.csv --bootstrap-server HOST:PORT",
            "fairstream shares load tux.cfg --replace --check --bootstrap-server HOST:PORT",
            "fairstream table shares --json --bootstrap-server HOST:PORT > shares.jsonl"
        })
final class LoadCommand extends ShareCommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Several files are combined.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "csv, sacctmgr or json. Default: by each file's first line.")
    private @Nullable ShareFormat format;

    @Option(
            names = "--replace",
            description = "Remove paths of the topic that the files do not name; nothing is removed while a line is "
                    + "rejected.")
    private boolean isReplacing;

    @Option(names = "--check", description = "Only report rejected lines and changes; works without a cluster.")
    private boolean isCheck;

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    int run() throws IOException, InterruptedException {
        if (isCheck && named().isEmpty()) {
            return finish(read(new TreeMap<>()), false);
        }
        return onCluster(reader -> {
            ShareDecisions decisions = new ShareDecisions(reader);
            Loading<ShareNode> loading = read(decisions.nodes());
            if (!isCheck) {
                decisions.make(loading.change(), waiting.patience());
            }
            MixedBanks.of(loading.change().after().values())
                    .note(reader.settings())
                    .ifPresent(err()::println);
            return finish(loading, !isCheck && !waiting.patience().isZero());
        });
    }

    /** Computes the change that the files describe, and prints rejected entries. */
    private Loading<ShareNode> read(SortedMap<String, ShareNode> before) throws IOException {
        List<String> banks = before.values().stream()
                .filter(node -> node.kind() == ShareNode.Kind.BANK)
                .map(ShareNode::path)
                .toList();
        for (Path file : files) {
            NamedFile.requireFile(file);
        }
        Statement<ShareNode> statement = Statement.read(files, format, banks);
        statement.notes().forEach(note -> err().println("note: " + note));
        Loading<ShareNode> loading = Loading.of(before, statement, isReplacing);
        if (statement.nodes().isEmpty() && loading.refused().isEmpty()) {
            throw new Failure(files.get(0) + ": empty (expected: banks and users with their shares)");
        }
        loading.refused().forEach(refused -> err().println("refused: " + refused));
        if (loading.isKeeping()) {
            err().println("note: --replace: nothing is removed, because a rejected line may name it");
        }
        err().flush();
        return loading;
    }

    /** Prints the changes; returns 1 if anything was rejected. */
    private int finish(Loading<ShareNode> loading, boolean isTaken) {
        List<String> refused = loading.refused();
        List<Change.Difference<ShareNode>> differences = loading.change().differences();
        Document document = isCheck
                ? ShareChanges.document(differences, isTaken)
                : Document.of(ShareChanges.rows(differences, isTaken));
        document.with(new Columns<String>()
                .text("refused", problem -> problem)
                .report(refused)
                .forPrograms());
        print(document.say(loading.summary() + (isCheck ? "; only checked" : "")));
        return refused.isEmpty() ? 0 : 1;
    }
}
