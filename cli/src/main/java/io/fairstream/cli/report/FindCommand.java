package io.fairstream.cli.report;

import io.fairstream.cli.options.ShowCommand;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.Find;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code find}: finds named things. */
@Command(
        name = "find",
        customSynopsis = "fairstream find TEXT [OPTIONS]",
        footer = "fairstream find alice --bootstrap-server HOST:PORT",
        description = {
            "Find customers, groups, banks, users in banks, users, jobs, nodes, matched resources, hosts, projects and targets"
                    + " by a part of their name; jobs also by their own name and their user, hosts by their user.",
            "Exact matches come first, then prefixes, then words that start with TEXT. Case does not matter."
        })
public final class FindCommand extends ShowCommand {
    private static final int USUAL_LIMIT = 20;

    @Parameters(index = "0", paramLabel = "TEXT", description = "A name, its beginning, or a part of it.")
    private String text = "";

    @Option(names = "--limit", paramLabel = "N", description = "Show at most N of them (default: 20).")
    private int limit = USUAL_LIMIT;

    @Override
    protected void check() {
        if (text.isBlank()) {
            throw usage("\"" + text + "\" (expected: a part of a name)");
        }
        if (limit < 1) {
            throw usage("--limit: " + limit + " (expected: >= 1)");
        }
    }

    @Override
    protected Document show(TopicReader reader) {
        return Find.document(reader, text, limit);
    }
}
