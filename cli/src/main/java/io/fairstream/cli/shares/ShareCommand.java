package io.fairstream.cli.shares;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** A subcommand of {@code shares} or {@code allocations} that works on a cluster. */
abstract class ShareCommand extends RowsCommand {
    @Override
    public final Integer call() throws IOException, InterruptedException {
        refuseOptionsOfTheListing(spec());
        return run();
    }

    /** Runs the subcommand and returns its exit code. */
    abstract int run() throws IOException, InterruptedException;

    /** Opens the cluster; without terms of the topology if none matter. */
    Cluster openCluster() {
        return openUnderTerms();
    }

    /** Runs work on the topics of the cluster. */
    final int onCluster(Work work) throws IOException, InterruptedException {
        try (Cluster cluster = openCluster();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            return work.on(reader);
        }
    }

    /** Work on a cluster's topics. */
    interface Work {
        int on(TopicReader reader) throws IOException, InterruptedException;
    }

    /** Rejects options between the command and its subcommand, which would have no effect. */
    static void refuseOptionsOfTheListing(CommandSpec subcommand) {
        CommandSpec listing = subcommand.parent();
        List<OptionSpec> given = listing.commandLine().getParseResult().matchedOptions();
        given.stream().filter(option -> !option.inherited()).findFirst().ifPresent(option -> {
            throw new ParameterException(
                    subcommand.commandLine(),
                    option.longestName() + ": before " + subcommand.name() + " (expected: after it)");
        });
    }

    /** Prints each problem on its own line; returns the failure to throw. */
    final Failure failed(List<String> problems, String consequence) {
        PrintWriter err = err();
        problems.forEach(err::println);
        return new Failure((problems.size() == 1 ? "1 problem" : String.format("%,d problems", problems.size())) + "; "
                + consequence);
    }
}
