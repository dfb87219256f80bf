package io.fairstream.cli.console;

import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.tables.Present;
import io.fairstream.reports.userprio.EditTrail;
import io.fairstream.reports.userprio.History;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.Rules;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What takes an edit back.
 *
 * @param edit the command and its arguments
 * @param before the shares that stood there; null if there were none, or the edit is none of shares
 */
record Undo(List<String> edit, @Nullable ShareNode before) {

    /** To be asked for before the edit is made. */
    static Undo of(List<String> edit, TopicReader reader) {
        ShareNode before = edit.get(0).equals("shares") && edit.size() > 2
                ? reader.latest(Topics.SHARES, edit.get(2)).orElse(null)
                : null;
        return new Undo(edit, before);
    }

    /** The command and its arguments, once the edit is made; empty if there is none. */
    List<String> after(TopicReader reader) {
        List<String> undo = new ArrayList<>(List.of(edit.get(0)));
        undo.addAll(edit.get(0).equals("shares") ? ofShares() : ofAccount(reader));
        return undo.size() > 1 ? undo : List.of();
    }

    private List<String> ofAccount(TopicReader reader) {
        String customer = edit.size() > 2 ? edit.get(2) : "";
        Instant present = Present.of(reader, Clock.systemUTC());
        EditTrail newest = EditTrail.of(
                History.of(customer, reader), Rules.of(reader.settings()).factors(), present, 1);
        return newest.lines().stream()
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
            case "set" -> before == null ? List.of() : List.of("set", path, shares(before));
            case "remove" ->
                before == null || edit.contains("--recursive")
                        ? List.of()
                        : List.of("add", path, "--shares=" + shares(before), "--kind=" + before.getKind());
            default -> List.of();
        };
    }

    private static String shares(ShareNode node) {
        return node.getUseParent() ? "parent" : Double.toString(node.getShares());
    }
}
