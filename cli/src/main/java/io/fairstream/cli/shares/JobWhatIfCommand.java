package io.fairstream.cli.shares;

import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.rules.account.association.Sharing;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.ShareRules;
import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shares what-if}. */
@Command(
        name = "what-if",
        description = {
            "Show who would stand where after a job, as if it had just ended at the instant of the listing and had run without a"
                    + " break: each whose usage, factor or rank would be another. Changes nothing."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fairstream shares what-if --job nodes=64,hours=10,user=alice,bank=physics --bootstrap-server HOST:PORT",
            "With --json a line for each: path, asOf, policy, now and then, each with usage (node-seconds), fairShare, rank, of."
        })
final class JobWhatIfCommand extends ShareCommand {
    @Option(
            names = "--job",
            required = true,
            paramLabel = "NAME=VALUE,...",
            converter = WishedJob.Converter.class,
            description =
                    "user, bank (path or name), hours, and what it holds: nodes, cpus, gpus, mem (MiB, or 512G). Repeatable.")
    private List<WishedJob> jobs = new ArrayList<>();

    @Option(names = "--policy", paramLabel = "POLICY", description = "Instead of fairshare.policy.")
    private @Nullable String policy;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "When the job ends, as for shares.")
    private @Nullable Instant at;

    @Option(names = "--all", description = "Also those for whom nothing would change.")
    private boolean all;

    @Override
    int run() throws IOException, InterruptedException {
        return onCluster(reader -> {
            Rows rows = Rows.read(reader, at);
            Settings settings = reader.settings();
            rows.warnUnlessUnder(settings, policy == null ? reader.latest(Topics.FAIR_SHARE) : List.of(), err());
            Prospect prospect = Prospect.of(rows, jobs, rows.under(sharing(settings)));
            prospect.placeless()
                    .forEach(path -> err().println("warning: " + path + ": has no rank, so its use burdens nobody ("
                            + prospect.then().leftOut().getOrDefault(path, "disabled, or in a bank that is") + ")"));
            List<Prospect.Move> moves = prospect.moves().stream()
                    .filter(move -> all || !move.isNothing())
                    .toList();
            if (json()) {
                moves.forEach(move -> json(move, prospect, rows.asOf()).print(out()));
            } else {
                print(moves);
                err().println("as if " + (jobs.size() == 1 ? "it" : "they") + " had just ended at " + rows.asOf()
                        + ", by " + prospect.now().policy());
            }
            return 0;
        });
    }

    private Sharing sharing(Settings settings) {
        try {
            return policy == null ? ShareRules.of(settings) : ShareRules.of(settings, policy);
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }

    private void print(List<Prospect.Move> moves) {
        Table<Prospect.Move> table = new Table<Prospect.Move>().text("PATH", "", Prospect.Move::path);
        both(table, "USAGE", Standing::usage, Numbers::decimal);
        both(table, "FAIR SHARE", Standing::factor, Numbers::factor);
        table.text(
                "RANK\nNOW",
                "",
                move -> move.now() == null
                        ? null
                        : move.now().rank() + "/" + move.now().of());
        table.text(
                "RANK\nTHEN", "", move -> move.then().rank() + "/" + move.then().of());
        table.print(moves, false, out());
    }

    private static void both(
            Table<Prospect.Move> table,
            String header,
            Function<Standing, @Nullable Double> value,
            Function<Double, String> text) {
        table.number(header + "\nNOW", "", move -> text(move.now(), value, text));
        table.number(header + "\nTHEN", "", move -> text(move.then(), value, text));
    }

    private static @Nullable String text(
            @Nullable Standing standing, Function<Standing, @Nullable Double> value, Function<Double, String> text) {
        Double number = standing == null ? null : value.apply(standing);
        return number == null ? null : text.apply(number);
    }

    private static JsonRow json(Prospect.Move move, Prospect prospect, Instant asOf) {
        return new JsonRow()
                .with("path", move.path())
                .with("asOf", asOf)
                .with("policy", prospect.then().policy())
                .with("now", json(move.now()))
                .with("then", json(move.then()));
    }

    private static @Nullable JsonRow json(@Nullable Standing standing) {
        return standing == null
                ? null
                : new JsonRow()
                        .with("usage", standing.usage())
                        .with("fairShare", standing.factor())
                        .with("rank", standing.rank())
                        .with("of", standing.of());
    }
}
