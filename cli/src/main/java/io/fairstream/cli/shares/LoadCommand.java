package io.fairstream.cli.shares;

import io.fairstream.cli.shares.Change.Difference;
import io.fairstream.cli.shares.files.ShareFiles;
import io.fairstream.cli.shares.files.ShareFormat;
import io.fairstream.cli.shares.files.Stated;
import io.fairstream.cli.shares.files.Statement;
import io.fairstream.rules.share.ShareNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
            "Load shares from files of flux-accounting (bank_table.csv, association_table.csv, a fairshare-emulate tree), of Slurm"
                    + " (sacctmgr dump), or JSON lines of shares.",
            "All is checked before anything is sent, with what the topic has: one wrong line and nothing changes. What the files"
                    + " do not name stays as it is."
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

    @Option(names = "--replace", description = "Take back what the topic has and the files do not name.")
    private boolean isReplacing;

    @Option(
            names = "--check",
            description = "Only tell all problems, and what would change; the cluster may be left out.")
    private boolean isCheck;

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    int run() throws IOException, InterruptedException {
        if (isCheck && named().isEmpty()) {
            tell(checked(new TreeMap<>()), false);
            out().flush();
            return 0;
        }
        return onCluster(reader -> {
            ShareBook book = new ShareBook(reader);
            Change change = checked(book.nodes());
            if (!isCheck) {
                book.make(change, waiting.patience());
            }
            tell(change, !isCheck && !waiting.patience().isZero());
            return 0;
        });
    }

    /** The change that the files ask for, of which every problem was told. */
    private Change checked(SortedMap<String, ShareNode> before) throws IOException {
        List<String> banks = before.values().stream()
                .filter(node -> node.kind() == ShareNode.Kind.BANK)
                .map(ShareNode::path)
                .toList();
        Statement statement = ShareFiles.read(files, format, banks);
        statement.notes().forEach(note -> err().println("note: " + note));
        Map<String, ShareNode> after = new TreeMap<>();
        if (!isReplacing) {
            after.putAll(before);
        }
        statement.nodes().forEach((path, stated) -> after.put(path, stated.node()));
        Change change = new Change(before, after);
        List<String> problems = new ArrayList<>(statement.problems());
        change.problems().forEach(problem -> problems.add(placed(problem, statement.nodes())));
        if (statement.nodes().isEmpty() && problems.isEmpty()) {
            problems.add(files.get(0) + ": nothing in it (expected: banks and users with their shares)");
        }
        if (!problems.isEmpty()) {
            throw failed(problems, "nothing was changed");
        }
        return change;
    }

    /** A problem of a tree ends with its path. */
    private static String placed(String problem, Map<String, Stated> nodes) {
        Stated stated = nodes.get(problem.substring(problem.lastIndexOf(", ") + 2));
        return stated == null ? problem : stated.place() + ": " + problem;
    }

    private void tell(Change change, boolean isTaken) {
        List<Difference> differences = change.differences();
        if (json() || isCheck) {
            differences.forEach(difference -> ChangeLines.print(difference, json(), isTaken, out()));
        }
        if (!json()) {
            out().printf(
                            "%,d added, %,d changed, %,d removed, %,d as before%s%n",
                            count(differences, Change.Kind.ADDED),
                            count(differences, Change.Kind.CHANGED),
                            count(differences, Change.Kind.REMOVED),
                            change.after().size()
                                    - count(differences, Change.Kind.ADDED)
                                    - count(differences, Change.Kind.CHANGED),
                            isCheck ? "; only checked" : "");
        }
    }

    private static long count(List<Difference> differences, Change.Kind kind) {
        return differences.stream()
                .filter(difference -> difference.kind() == kind)
                .count();
    }
}
