package io.fairstream.cli.tables;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.records.TopicReader;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code table}: the rows of a table or journal. */
@Command(
        name = "table",
        description = {
            "Show a table: the latest row of each key, or of a journal every row.",
            "priorities, open-matches, match-records, charges, rejections, tallies."
        })
public final class TableCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", converter = Views.Converter.class, description = "Which table.")
    private View<?> view = Views.PRIORITIES;

    @Option(names = "--key", paramLabel = "KEY", description = "Only this key: a customer, a resource.")
    private @Nullable String key;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Evaluate priorities at this instant (ISO-8601, milliseconds since 1970, or now)"
                    + " instead of each row at its own; not before a row's own.")
    private @Nullable Instant at;

    @Option(
            names = "--all-revisions",
            description = "Of match-records also what a later revision replaced, and what was withdrawn.")
    private boolean allRevisions;

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        clusterOptions.requireLasting();
        if (at != null && !view.isEvaluated()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--at: rows of " + view.name() + " have no other instant (expected: priorities)");
        }
        try (Cluster cluster = clusterOptions.open(settingsOptions);
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            new TablePrinter(reader, spec.commandLine().getOut(), output.json(), at, key, allRevisions)
                    .print(List.of(view));
        }
        return 0;
    }
}
