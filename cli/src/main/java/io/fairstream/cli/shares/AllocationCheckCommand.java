package io.fairstream.cli.shares;

import io.fairstream.cli.options.Cluster;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.shares.AllocationCheck;
import io.fairstream.query.shares.Loading;
import io.fairstream.schemas.Allocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code allocations check}. */
@Command(
        name = "check",
        sortOptions = false,
        customSynopsis = "fairstream allocations check [FILE...] [OPTIONS]",
        footer = "fairstream allocations check --bootstrap-server HOST:PORT",
        description = {
            "Check the topic allocations, or what it would be after a load of files: targets that are not in shares,"
                    + " members of a bank who are granted more than the bank, and values that make no sense.",
            "Every problem is a line on stdout; exit code 1 if there is any. With files, also without a cluster."
        })
final class AllocationCheckCommand extends ShareCommand {
    @Mixin
    private final AllocationLoadCommand.Files files = new AllocationLoadCommand.Files();

    @Override
    Cluster openCluster() {
        return openToWait();
    }

    @Override
    int run() throws IOException, InterruptedException {
        if (!files.isEmpty() && named().isEmpty()) {
            return check(new TreeMap<>(), List.of(), null);
        }
        return onCluster(reader ->
                check(new AllocationDecisions(reader).stored(), AllocationLoadCommand.banks(reader), shares(reader)));
    }

    private static Set<String> shares(TopicReader reader) {
        return new ShareDecisions(reader).nodes().keySet();
    }

    /** @param shares null without a cluster */
    private int check(SortedMap<String, Allocation> stored, List<String> banks, @Nullable Set<String> shares)
            throws IOException {
        SortedMap<String, Allocation> allocations = stored;
        List<String> problems = new ArrayList<>();
        if (!files.isEmpty()) {
            Loading<Allocation> loading = files.read(stored, banks, err());
            allocations = loading.change().after();
            problems.addAll(loading.refused());
        }
        problems.addAll(AllocationCheck.problems(allocations, shares));
        Document document = new Document();
        problems.forEach(document::say);
        document.with(new Columns<String>()
                        .text("problem", problem -> problem)
                        .report(problems)
                        .forPrograms())
                .say(count(allocations.size(), "allocation") + ", "
                        + (problems.isEmpty() ? "no problem" : count(problems.size(), "problem")));
        print(document);
        return problems.isEmpty() ? 0 : 1;
    }

    private static String count(int number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }
}
