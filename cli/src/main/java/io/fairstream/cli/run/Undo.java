package io.fairstream.cli.run;

import io.fairstream.app.TopologyConfigs.Rules;
import io.fairstream.query.priority.EditTrail;
import io.fairstream.query.priority.History;
import io.fairstream.query.records.Position;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Command that reverts an edit. It reverts this edit only, not one that was sent later or takes effect later.
 *
 * @param edit the command and its arguments
 * @param shares node of the path before the edit; null if there was none, or if the edit does not concern shares
 * @param sent positions of the account's earlier edits; empty if the edit concerns shares
 */
record Undo(List<String> edit, @Nullable ShareNode shares, Set<Position> sent) {

    /** Records the state before an edit; must be called before the edit is made. */
    static Undo of(List<String> edit, TopicReader reader) {
        if (edit.size() <= 2) {
            return new Undo(edit, null, Set.of());
        }
        String name = edit.get(2);
        if (isOfShares(edit)) {
            return new Undo(edit, reader.latest(Topics.SHARES, name).orElse(null), Set.of());
        }
        Set<Position> sent = History.of(name, reader).entries().stream()
                .map(History.Entry::position)
                .collect(Collectors.toSet());
        return new Undo(edit, null, sent);
    }

    private static boolean isOfShares(List<String> edit) {
        return edit.get(0).equals("shares");
    }

    /** Returns the reverting command and its arguments, after the edit was made; empty if there is none. */
    List<String> after(TopicReader reader) {
        List<String> undo = new ArrayList<>(List.of(edit.get(0)));
        undo.addAll(isOfShares(edit) ? ofShares() : ofAccount(reader));
        return undo.size() > 1 ? undo : List.of();
    }

    private List<String> ofAccount(TopicReader reader) {
        String customer = edit.size() > 2 ? edit.get(2) : "";
        EditTrail trail = EditTrail.of(
                History.of(customer, reader),
                Rules.of(reader.settings()).factors(),
                reader,
                ReportTime.POOLS.of(reader, Clock.systemUTC()),
                Integer.MAX_VALUE);
        return trail.lines().stream()
                .filter(line -> !sent.contains(line.entry().position()))
                .map(EditTrail.Line::undo)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(List.of());
    }

    private List<String> ofShares() {
        String path = edit.get(2);
        return switch (edit.get(1)) {
            case "add" -> List.of("remove", path);
            case "disable" -> List.of("enable", path);
            case "enable" -> List.of("disable", path);
            case "set" -> shares == null ? List.of() : List.of("set", path, written(shares));
            case "remove" ->
                shares == null || edit.contains("--recursive")
                        ? List.of()
                        : List.of("add", path, "--shares=" + written(shares), "--kind=" + shares.getKind());
            default -> List.of();
        };
    }

    private static String written(ShareNode node) {
        return node.getUseParent() ? "parent" : Double.toString(node.getShares());
    }
}
