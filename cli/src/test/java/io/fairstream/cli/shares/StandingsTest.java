package io.fairstream.cli.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.cli.terminal.Failure;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.UsagePeriod;
import io.fairstream.streams.app.ShareRules;
import io.fairstream.streams.config.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static final Instant THEN = Instant.parse("2026-03-02T08:00:00Z");
    private static final Instant LATER = Instant.parse("2026-03-02T09:00:00Z");
    private static final long PERIOD = 2930;

    static {
        GeneratedRecords.allow();
    }

    /** Bob's row is the newest; nobody decided shares for carol, and an unknown job's user is in no bank. */
    private static final List<AssociationUsage> ROWS = List.of(
            row("root", ShareKind.BANK, 1.0, true, 0, THEN),
            row("root/alice", ShareKind.USER, 3.0, true, 3600, THEN),
            row("root/bob", ShareKind.USER, 1.0, true, 3600, LATER),
            row("root/carol", ShareKind.USER, null, true, 0, THEN),
            row("root/dave", ShareKind.USER, 1.0, false, 7200, THEN),
            row("UNKNOWN/eve", ShareKind.USER, null, true, 60, THEN));

    private static AssociationUsage row(
            String path, ShareKind kind, @Nullable Double shares, boolean active, double nodeSeconds, Instant asOf) {
        String user = kind == ShareKind.USER ? path.substring(path.indexOf('/') + 1) : null;
        List<UsagePeriod> periods = List.of(new UsagePeriod(PERIOD, nodeSeconds));
        return new AssociationUsage(
                path,
                kind,
                user,
                shares,
                active,
                nodeSeconds,
                periods,
                nodeSeconds,
                0.0,
                0.0,
                asOf,
                604_800.0,
                Instant.EPOCH,
                4,
                0.5,
                false);
    }

    private static Standings standings(Rows rows, String unlisted) {
        return Standings.of(rows.rows(), ShareRules.of(Settings.parse(Map.of("fairshare.unlisted", unlisted))));
    }

    private static Standing of(Standings standings, String path) {
        Standing standing = standings.get(path);
        assertNotNull(standing, path);
        return standing;
    }

    @Test
    void allAreComparedAtTheInstantOfTheNewestRow() {
        Rows rows = Rows.of(ROWS, null);
        assertEquals(LATER, rows.asOf());
        rows.rows().forEach(row -> assertEquals(LATER, row.getAsOf()));
        Failure earlier = assertThrows(Failure.class, () -> Rows.of(ROWS, THEN));
        assertEquals(
                "time: 2026-03-02T08:00:00Z (expected: not before asOf 2026-03-02T09:00:00Z), association root/bob",
                earlier.getMessage());
    }

    @Test
    void whoHasNoSharesHasThoseOfTheUnlistedOrNoPlace() {
        Standings one = standings(Rows.of(ROWS, null), "1");
        assertEquals(0.2, of(one, "root/carol").normShares());
        assertEquals(3, of(one, "root/carol").rank());
        assertEquals(Map.of("UNKNOWN/eve", "bank: none was ever said"), one.leftOut());
        Standings none = standings(Rows.of(ROWS, null), "0");
        assertNull(none.get("root/carol"));
        assertEquals(2, of(none, "root/alice").of());
        assertEquals("shares: none decided", none.leftOut().get("root/carol"));
    }

    @Test
    void whoIsDisabledBurdensNobody() {
        Standings standings = standings(Rows.of(ROWS, null), "0");
        assertNull(standings.get("root/dave"));
        assertEquals(0.5, of(standings, "root/alice").effectiveUsage());
        assertEquals(7200, of(standings, "root").usage());
    }

    @Test
    void theListingSaysWhyThereIsNoPlace() {
        Rows rows = Rows.of(ROWS, null);
        List<Node> nodes = Node.selected(rows.rows().stream().map(Node::of).toList(), node -> true);
        StringWriter out = new StringWriter();
        new Listing(nodes, List.of(standings(rows, "1")), LATER).printJson(new PrintWriter(out));
        assertEquals(
                List.of(
                        "UNKNOWN/eve bank: none was ever said",
                        "root ",
                        "root/alice ",
                        "root/bob ",
                        "root/carol no shares decided",
                        "root/dave disabled"),
                out.toString()
                        .lines()
                        .map(line -> field(line, "path") + " " + field(line, "note"))
                        .toList());
    }

    private static String field(String line, String name) {
        int begin = line.indexOf("\"" + name + "\":\"");
        return begin < 0 ? "" : line.substring(begin + name.length() + 4).replaceFirst("\".*", "");
    }
}
