package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.columns.ShownReport;
import io.fairstream.query.explain.Edits;
import io.fairstream.query.records.Position;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everybody's factor is 1000; it is asked on day 10. */
class EditTrailTest {
    private static final FactorRules RULES = new FactorRules(1000, 1e7, 1e4, "site", Groups.EMPTY, Map.of());
    private static final Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");
    private static final long DAY = 86_400_000;

    private static long day(String number) {
        return FIRST.toEpochMilli() + Math.round(Double.parseDouble(number) * DAY);
    }

    /** Such as {@code 2 factor 5}, {@code 2 factor 5 until 8}, {@code 3 cancel factor}, {@code 4 delete}; days and values. */
    private static Edit edit(String text) {
        String[] words = text.split(" ", -1);
        long at = day(words[0]);
        return switch (words[1]) {
            case "delete" -> new Edit(at, "eve", new Edit.Delete());
            case "priority" -> new Edit(at, "eve", new Edit.SetPriority(Double.parseDouble(words[2])));
            case "cancel" -> new Edit(at, "eve", new Edit.CancelLease(kind(words[2])));
            default -> Edits.decide(at, "eve", kind(words[1]), Double.parseDouble(words[2]), until(words));
        };
    }

    private static Decision.Kind kind(String word) {
        return Decision.Kind.valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }

    private static long until(String[] words) {
        return words.length > 3 ? day(words[4]) : Decision.FOR_GOOD;
    }

    private static List<Map<String, Object>> trail(String customer, String edits, int limit) {
        List<History.Entry> entries = new ArrayList<>();
        for (String text : edits.split(", ", -1)) {
            boolean isRefused = text.endsWith(" refused");
            Edit edit = edit(text.replace(" refused", ""));
            entries.add(new History.Entry(
                    EditRecord.of(new CustomerEdit(customer, edit), "because"),
                    new Position(0, entries.size()),
                    null,
                    isRefused ? null : edit));
        }
        EditTrail trail = EditTrail.of(new History(entries), RULES, Instant.ofEpochMilli(day("10")), limit);
        return ShownReport.fields(trail.report());
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1 factor 5                            | true userprio --set-factor alice@x 10000      | before it was that of other domains",
                "1 factor 5, 2 factor 7                | true userprio --set-factor alice@x 5; false - | the older is replaced",
                "1 factor 5, 2 factor 5                | true -; false -                               | it changed nothing",
                "1 factor 5, 2 factor 7.5, 3 factor 2  | true userprio --set-factor alice@x 7.5; false -; false - | what held just before",
                "1 factor 5, 2 factor 7 until 20       | true userprio --cancel-factor-lease alice@x; false userprio --set-factor alice@x 10000 | a lease hides what holds for good",
                "1 factor 5 until 9                    | false -                                       | a lease that is over",
                "1 factor 5 until 20, 2 factor 6 until 30 | true -; false -                            | to cancel would end both",
                "1 factor 5 until 20, 2 factor 6 until 9  | false -; true userprio --cancel-factor-lease alice@x | the other one is over",
                "1 factor 5 until 20, 2 cancel factor  | - -; false -                                  | cancelled",
                "1 factor 5 until 20, 2 factor 6       | true userprio --set-factor alice@x 10000; false - | for good ends leases",
                "1 ceiling 6                           | true userprio --set-ceiling alice@x -1         | before there was none",
                "1 floor 6, 2 floor 0                  | true userprio --set-floor alice@x 6; false -  | none is a decision",
                "1 ceiling 6 until 20                  | true userprio --cancel-ceiling-lease alice@x  | a ceiling's lease",
                "1 factor 5, 2 ceiling 6               | true userprio --set-ceiling alice@x -1; true userprio --set-factor alice@x 10000 | each kind for itself",
                "1 factor 5, 2 delete                  | - -; false -                                  | forgotten",
                "1 factor 5, 2 delete, 3 factor 5      | true userprio --set-factor alice@x 10000; - -; false - | begun anew",
                "1 factor 5, 2 factor 6 refused        | - -; true userprio --set-factor alice@x 10000 | refused",
                "2 factor 6, 1 factor 5                | true userprio --set-factor alice@x 5; false - | sent late, acts early",
                "1 priority 6                          | - -                                           | nobody can tell what it would be",
                "1 factor 5, 11 factor 6               | false -; true userprio --set-factor alice@x 10000 | of what comes later nothing is said",
            })
    void anEditThatHasAnEffectIsTakenBack(String edits, String expected, String why) {
        List<String> lines = trail("alice@x", edits, 100).stream()
                .map(row -> row.getOrDefault("inForce", "-") + " " + row.getOrDefault("undo", "-"))
                .toList();
        assertEquals(expected, String.join("; ", lines), why);
    }

    @Test
    void theNewestComeFirstWithAllThatIsKnown() {
        List<Map<String, Object>> rows = trail("it's me", "1 factor 5, 3 factor 7 until 20, 2 ceiling 8", 2);
        assertEquals(2, rows.size());
        assertEquals(
                Map.ofEntries(
                        Map.entry("at", FIRST.plusMillis(3 * DAY)),
                        Map.entry("by", "eve"),
                        Map.entry("customer", "it's me"),
                        Map.entry("edit", "set the factor to 7 until 2026-03-21T00:00:00Z"),
                        Map.entry("reason", "because"),
                        Map.entry("until", FIRST.plusMillis(20 * DAY)),
                        Map.entry("inForce", true),
                        Map.entry("undo", "userprio --cancel-factor-lease 'it'\\''s me'"),
                        Map.entry("undoArguments", List.of("--cancel-factor-lease", "it's me")),
                        Map.entry("partition", 0),
                        Map.entry("offset", 1L)),
                rows.get(0));
    }
}
