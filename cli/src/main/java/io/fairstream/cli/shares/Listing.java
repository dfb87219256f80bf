package io.fairstream.cli.shares;

import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.rules.account.association.AssociationState.Compared;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Nodes with their standings, as a tree or as JSON lines.
 *
 * @param nodes depth first
 * @param policies at least one
 * @param asOf at which all standings hold; null when each row has its own
 */
record Listing(
        List<Node> nodes,
        List<Standings> policies,
        @Nullable Instant asOf) {
    void print(PrintWriter out) {
        Table<Node> table = new Table<Node>()
                .text("ACCOUNT", "", Listing::account)
                .text("USER", "", node -> node.isBank() ? null : node.name())
                .number("RAW SHARES", "", Listing::rawShares);
        if (policies.size() == 1) {
            one(table, policies.get(0));
        } else {
            sideBySide(table);
        }
        if (nodes.stream().anyMatch(node -> note(node) != null)) {
            table.text("NOTE", "", this::note);
        }
        table.print(nodes, false, out);
    }

    private static void one(Table<Node> table, Standings standings) {
        column(table, "NORM SHARES", standings, Standing::normShares);
        usage(table, "RAW USAGE", standings);
        column(table, "NORM USAGE", standings, Standing::normUsage);
        column(table, "EFFECTV USAGE", standings, Standing::effectiveUsage);
        column(table, "LEVEL FS", standings, Standing::levelShare);
        column(table, "FAIR SHARE", standings, Standing::factor);
        table.text("RANK", "", node -> rank(standings.get(node.path()), true));
        if (standings.byPath().values().stream().anyMatch(standing -> standing.asOf() != null)) {
            table.text("AS OF", "", node -> {
                Standing standing = standings.get(node.path());
                return standing == null ? null : standing.asOf();
            });
        }
    }

    private void sideBySide(Table<Node> table) {
        List<Compared> shown = new ArrayList<>();
        for (Standings standings : policies) {
            if (!shown.contains(standings.compared())) {
                shown.add(standings.compared());
                usage(table, standings.compared() + " USAGE", standings);
            }
        }
        for (Standings standings : policies) {
            column(table, heading(standings, "FACTOR"), standings, Standing::factor);
            table.number(heading(standings, "RANK"), "", node -> rank(standings.get(node.path()), false));
        }
    }

    private static String heading(Standings standings, String column) {
        return standings.policy().toUpperCase(Locale.ROOT) + "\n" + column;
    }

    private static void usage(Table<Node> table, String header, Standings standings) {
        table.number(header, "", node -> {
            Standing standing = standings.get(node.path());
            return standing == null || standing.usage() == null ? null : Numbers.decimal(standing.usage());
        });
    }

    private static void column(
            Table<Node> table, String header, Standings standings, Function<Standing, @Nullable Double> value) {
        table.number(header, "", node -> {
            Standing standing = standings.get(node.path());
            Double number = standing == null ? null : value.apply(standing);
            return number == null ? null : Numbers.factor(number);
        });
    }

    private static @Nullable String rank(@Nullable Standing standing, boolean isOfAll) {
        if (standing == null || standing.rank() == null) {
            return null;
        }
        return isOfAll ? standing.rank() + "/" + standing.of() : standing.rank().toString();
    }

    private static @Nullable String rawShares(Node node) {
        if (node.useParent()) {
            return "parent";
        }
        return node.shares() == null ? null : Numbers.number(node.shares());
    }

    private static String account(Node node) {
        String path = node.account();
        return "  ".repeat(node.depth()) + path.substring(path.lastIndexOf('/') + 1);
    }

    /** Why a node has no place, or that nobody decided its shares. */
    private @Nullable String note(Node node) {
        for (Standings standings : policies) {
            String why = standings.leftOut().get(node.path());
            if (why != null) {
                return why.replaceFirst(", [^,]*$", "");
            }
        }
        if (!node.active()) {
            return "disabled";
        }
        boolean isPlaced = policies.stream().anyMatch(standings -> standings.get(node.path()) != null);
        return node.shares() == null && isPlaced ? "no shares decided" : null;
    }

    void printJson(PrintWriter out) {
        nodes.forEach(node -> json(node).print(out));
    }

    private JsonRow json(Node node) {
        JsonRow row = new JsonRow()
                .with("path", node.path())
                .with("account", node.account())
                .with("user", node.isBank() ? null : node.name())
                .with("rawShares", node.useParent() ? null : node.shares())
                .with("useParent", node.useParent() ? true : null)
                .with("active", node.active())
                .with("note", note(node))
                .with("asOf", asOf);
        for (Standings standings : policies) {
            row.with(standings.policy(), json(standings, standings.get(node.path())));
        }
        return row;
    }

    private static @Nullable JsonRow json(Standings standings, @Nullable Standing standing) {
        return standing == null
                ? null
                : new JsonRow()
                        .with("normShares", standing.normShares())
                        .with("usageOf", standings.compared().name().toLowerCase(Locale.ROOT))
                        .with("rawUsage", standing.usage())
                        .with("normUsage", standing.normUsage())
                        .with("effectiveUsage", standing.effectiveUsage())
                        .with("levelShare", finite(standing.levelShare()))
                        .with("fairShare", standing.factor())
                        .with("rank", standing.rank())
                        .with("of", standing.of())
                        .with("asOf", standing.asOf());
    }

    /** JSON has no infinity; no field is more than any number, as in the topic. */
    private static @Nullable Double finite(@Nullable Double value) {
        return value == null || value.isInfinite() ? null : value;
    }
}
