package io.fairstream.cli.shares;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.shares.AllocationListing;
import io.fairstream.query.tables.ReportTime;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code allocations}: what banks, users and projects may use, and edits of it. */
@Command(
        name = "allocations",
        footer = "fairstream allocations list --bootstrap-server HOST:PORT",
        description = {
            "What a bank, a user in it, or a project of volunteers may use: decisions in the topic allocations, and "
                    + "balances."
        },
        subcommands = {
            AllocationSetCommand.class,
            AllocationsCommand.Listing.class,
            AllocationLoadCommand.class,
            AllocationCheckCommand.class
        })
public final class AllocationsCommand {
    /** {@code allocations list}. */
    @Command(
            name = "list",
            footer = "fairstream allocations list /root/physics --bootstrap-server HOST:PORT",
            description = {
                "List allocations with their balances. --json and --csv have all fields, in seconds instead of hours.",
                "GRANTED and SPENT are of the current interval if it is a day or longer. SPENT ON is the day on which"
                        + " nothing is left, if each day takes as much as the mean of the last seven whole days of UTC;"
                        + " empty for never.",
                "STATE: ok; the highest threshold that is reached; spent; not started; ended; no balance, if the"
                        + " topology has not written one."
            })
    static final class Listing extends ShowCommand {
        @Parameters(
                arity = "0..*",
                paramLabel = "TARGET",
                description = "Only these, and the members of these banks or the apps of these projects. Default: all.")
        private List<String> targets = List.of();

        @Override
        protected Cluster openToShow() {
            return openToWait();
        }

        @Override
        protected Document show(TopicReader reader) {
            return AllocationListing.report(reader, targets, present(reader));
        }

        @Override
        public ReportTime system(TopicReader reader) {
            return ReportTime.EVERYTHING;
        }
    }
}
