package io.fairstream.cli.shares;

import io.fairstream.cli.shares.Change.Difference;
import io.fairstream.cli.shares.files.ShareFiles;
import io.fairstream.cli.shares.files.ShareFormat;
import io.fairstream.cli.shares.files.Statement;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.rules.share.ShareNode;
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
        description = {
            "Load shares from files of flux-accounting (bank_table.csv, association_table.csv, a fairshare-emulate"
                    + " tree), of Slurm (sacctmgr dump), or JSON lines of shares.",
            "A line that is wrong, or that makes no tree with the rest and what the topic has, is refused with its"
                    + " reason, and so is what stands in a bank that is refused; all else is loaded. Exit code 1 if"
                    + " anything is refused. What the files do not name stays as it is."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fairstream shares load bank_table.csv association_table.csv --bootstrap-server HOST:PORT",
            "  fairstream shares load tux.cfg --replace --check --bootstrap-server HOST:PORT",
            "  fairstream table shares --json --bootstrap-server HOST:PORT > shares.jsonl"
        })
final class LoadCommand extends ShareCommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Several are taken together.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "csv, sacctmgr or json; without it, by each file's first line.")
    private @Nullable ShareFormat format;

    @Option(
            names = "--replace",
            description =
                    "Take back what the topic has and the files do not name; nothing is taken back while a line is"
                            + " refused.")
    private boolean isReplacing;

    @Option(
            names = "--check",
            description = "Only tell what is refused, and what would change; the cluster may be left out.")
    private boolean isCheck;

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    int run() throws IOException, InterruptedException {
        if (isCheck && named().isEmpty()) {
            int exitCode = finish(read(new TreeMap<>()), false);
            out().flush();
            return exitCode;
        }
        return onCluster(reader -> {
            ShareBook book = new ShareBook(reader);
            Loading loading = read(book.nodes());
            if (!isCheck) {
                book.make(loading.change(), waiting.patience());
            }
            MixedBanks.of(loading.change().after().values()).note(reader.settings(), err());
            return finish(loading, !isCheck && !waiting.patience().isZero());
        });
    }

    /** The change that the files ask for; what is refused was told. */
    private Loading read(SortedMap<String, ShareNode> before) throws IOException {
        List<String> banks = before.values().stream()
                .filter(node -> node.kind() == ShareNode.Kind.BANK)
                .map(ShareNode::path)
                .toList();
        Statement statement = ShareFiles.read(files, format, banks);
        statement.notes().forEach(note -> err().println("note: " + note));
        Loading loading = Loading.of(before, statement, isReplacing);
        if (statement.nodes().isEmpty() && loading.refused().isEmpty()) {
            throw new Failure(files.get(0) + ": nothing in it (expected: banks and users with their shares)");
        }
        loading.refused().forEach(refused -> err().println("refused: " + refused));
        if (loading.isKeeping()) {
            err().println("note: --replace: nothing is taken back, since what is refused may name it");
        }
        err().flush();
        return loading;
    }

    /** Tells what has changed; 1 if anything was refused. */
    private int finish(Loading loading, boolean isTaken) {
        Change change = loading.change();
        List<Difference> differences = change.differences();
        if (json() || isCheck) {
            differences.forEach(difference -> ChangeLines.print(difference, json(), isTaken, out()));
        }
        if (json()) {
            loading.refused()
                    .forEach(refused -> new JsonRow().with("refused", refused).print(out()));
        } else {
            long added = count(differences, Change.Kind.ADDED);
            long changed = count(differences, Change.Kind.CHANGED);
            out().printf(
                            "%,d added, %,d changed, %,d removed, %,d as before%s%s%n",
                            added,
                            changed,
                            count(differences, Change.Kind.REMOVED),
                            change.after().size() - added - changed,
                            loading.refused().isEmpty()
                                    ? ""
                                    : String.format(
                                            ", %,d refused", loading.refused().size()),
                            isCheck ? "; only checked" : "");
        }
        return loading.refused().isEmpty() ? 0 : 1;
    }

    private static long count(List<Difference> differences, Change.Kind kind) {
        return differences.stream()
                .filter(difference -> difference.kind() == kind)
                .count();
    }
}
