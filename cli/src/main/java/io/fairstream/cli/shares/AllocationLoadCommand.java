package io.fairstream.cli.shares;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.NamedFile;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.shares.AllocationChanges;
import io.fairstream.query.shares.AllocationEdit;
import io.fairstream.query.shares.AllocationFiles;
import io.fairstream.query.shares.Loading;
import io.fairstream.query.shares.ShareFormat;
import io.fairstream.query.shares.Statement;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
import java.io.IOException;
import java.io.PrintWriter;
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

/** {@code allocations load}. */
@Command(
        name = "load",
        sortOptions = false,
        customSynopsis = "fairstream allocations load FILE... [OPTIONS]",
        description = {
            "Load allocations from CSV with a column target and columns named as the options of set, from JSON lines of"
                    + " allocations, or from limits (GrpTRESMins) of Slurm: sacctmgr dump, or sacctmgr -P show assoc.",
            "Cells that are empty, and targets that the files do not name, are unchanged. A wrong line is rejected with"
                    + " its reason; all other lines are loaded. Exit with 1 if anything is rejected."
        },
        footer = {
            "fairstream allocations load tux.cfg --dry-run --bootstrap-server HOST:PORT",
            "fairstream table allocations --json --bootstrap-server HOST:PORT > allocations.jsonl"
        })
final class AllocationLoadCommand extends ShareCommand {
    @Mixin
    private final Files files = new Files();

    @Option(
            names = {"--dry-run", "--check"},
            description = "Only report rejected lines and changes; works without a cluster.")
    private boolean isDryRun;

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    /** Options for files of allocations. */
    static final class Files {
        @Parameters(arity = "0..*", paramLabel = "FILE", description = "Several files are combined.")
        private List<Path> names = new ArrayList<>();

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                description = "csv, sacctmgr or json. Default: by each file's first line.")
        private @Nullable ShareFormat format;

        @Option(
                names = "--unit",
                paramLabel = "UNIT",
                description = "The unit to take if sacctmgr limits several: CPU, GPU, NODE, BILLING or ENERGY. Default:"
                        + " BILLING, else CPU.")
        private @Nullable AllocationUnit unit;

        boolean isEmpty() {
            return names.isEmpty();
        }

        /**
         * Reads the files, and prints notes.
         *
         * @param banks paths of known banks
         */
        Loading<Allocation> read(SortedMap<String, Allocation> before, List<String> banks, PrintWriter err)
                throws IOException {
            for (Path file : names) {
                NamedFile.requireFile(file);
            }
            Statement<AllocationEdit> statement = AllocationFiles.read(names, format, unit, banks);
            statement.notes().forEach(note -> err.println("note: " + note));
            Loading<Allocation> loading = Loading.of(before, statement, AllocationDecisions.today());
            if (statement.nodes().isEmpty() && loading.refused().isEmpty()) {
                throw new Failure(names.get(0) + ": no allocations (expected: targets, or limits named GrpTRESMins)");
            }
            err.flush();
            return loading;
        }
    }

    @Override
    Cluster openCluster() {
        return openToWait();
    }

    @Override
    int run() throws IOException, InterruptedException {
        if (files.isEmpty()) {
            throw usage("FILE is missing");
        }
        if (isDryRun && named().isEmpty()) {
            return finish(shown(files.read(new TreeMap<>(), List.of(), err())), false);
        }
        return onCluster(reader -> {
            AllocationDecisions decisions = new AllocationDecisions(reader);
            Loading<Allocation> loading = shown(files.read(decisions.allocations(), banks(reader), err()));
            if (!isDryRun) {
                decisions.make(loading.change(), waiting.patience());
            }
            return finish(loading, !isDryRun && !waiting.patience().isZero());
        });
    }

    /** Paths of the banks in the topic {@code shares}. */
    static List<String> banks(TopicReader reader) {
        return new ShareDecisions(reader)
                .nodes().values().stream()
                        .filter(node -> node.kind() == ShareNode.Kind.BANK)
                        .map(ShareNode::path)
                        .toList();
    }

    /** Prints rejected entries, and the changes for people, before they are made. */
    private Loading<Allocation> shown(Loading<Allocation> loading) {
        loading.refused().forEach(refused -> err().println("refused: " + refused));
        err().flush();
        print(AllocationChanges.sentences(loading.change().differences()));
        return loading;
    }

    /** Prints the outcome; returns 1 if anything was rejected. */
    private int finish(Loading<Allocation> loading, boolean isTaken) {
        print(Document.of(AllocationChanges.rows(loading.change().differences(), isTaken))
                .with(new Columns<String>()
                        .text("refused", problem -> problem)
                        .report(loading.refused())
                        .forPrograms())
                .say(loading.summary() + (isDryRun ? "; only checked" : "")));
        return loading.refused().isEmpty() ? 0 : 1;
    }
}
