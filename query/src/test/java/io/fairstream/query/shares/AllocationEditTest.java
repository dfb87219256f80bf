package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.query.columns.Section;
import io.fairstream.query.shares.AllocationEdit.Field;
import io.fairstream.schemas.Allocation;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edits of an allocation: what they keep, and what they refuse. */
class AllocationEditTest {
    private static final Instant TODAY = Instant.parse("2026-03-02T00:00:00Z");

    /** An edit of fields such as {@code hours 10, unit GPU}. */
    static AllocationEdit edit(String fields) {
        Map<Field, String> given = new EnumMap<>(Field.class);
        for (String field : fields.split(", ", -1)) {
            String[] words = field.split(" ", 2);
            given.put(Objects.requireNonNull(Field.of(words[0].replace("-", ""))), words[1]);
        }
        return AllocationEdit.of(given);
    }

    static List<String> sentences(Change<Allocation> change) {
        return AllocationChanges.sentences(change.differences()).sections().stream()
                .map(section -> ((Section.Sentence) section).text())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # before             | edit                                   | sentence
            hours 10             | hours 12                               | grant 12 CPU h (was 10 CPU h)
            hours 10             | unit gpu                               | grant 10 GPU h (was 10 CPU h)
            hours 10             | unit node, hours 1                     | grant 1 node h (was 10 CPU h)
            amount 7, unit J     | amount 8                               | grant 8 J (was 7 J)
            hours 10             | accrual-hours 2, every 1d              | accrual 2 CPU h every 1 d (was none)
            hours 10             | accrual 36, every PT90S                | accrual 0.01 CPU h every 90 s (was none)
            hours 10             | cap-hours 5                            | cap 5 CPU h (was none)
            hours 10, cap 3600   | cap none                               | cap none (was 1 CPU h)
            hours 10             | carry-over none, every 30d             | carry-over 0.0 % (was all)
            hours 10             | carry-over 0.25, every 1d              | carry-over 25.0 % (was all)
            hours 10             | end 2027-01-01T08:00:00+01:00          | end 2027-01-01T07:00:00Z (was none)
            hours 1, end 2027-01-01 | end none                            | end none (was 2027-01-01)
            hours 10             | start 2026-01-01                       | start 2026-01-01 (was 2026-03-02)
            hours 10             | thresholds none                        | thresholds none (was 80 90 100 %)
            hours 10             | thresholds 50;150                      | thresholds 50 150 % (was 80 90 100 %)
            hours 10             | contacts a@b.example, when-spent HOLD  | contacts a@b.example (was none); when spent hold (was nothing)
            hours 10             | hours 10.0                             |
            """)
    void onlyTheGivenFieldsChange(String before, String edit, @Nullable String sentence) {
        Allocation was = edit(before).applyTo("/root/physics", null, TODAY);
        Allocation is = edit(edit).applyTo("/root/physics", was, TODAY.plusSeconds(86_400));
        assertEquals(
                sentence == null ? List.of() : List.of("/root/physics: " + sentence),
                sentences(new Change<>(Map.of("/root/physics", was), Map.of("/root/physics", is))));
    }

    @Test
    void aNewAllocationHasTheDefaults() {
        Allocation path = edit("hours 10").applyTo("/root/physics", null, TODAY);
        assertEquals(
                "{\"target\": \"/root/physics\", \"project\": \"\", \"app\": \"\", \"initialBalance\": 36000.0, \"accrual\": 0.0, "
                        + "\"interval\": 1.0, \"start\": \"2026-03-02T00:00:00Z\", \"end\": null, \"cap\": null, \"unit\": \"CPU\", "
                        + "\"carryOver\": 1.0, \"thresholds\": [80, 90, 100], \"contacts\": [], \"whenSpent\": \"NOTHING\"}",
                path.toString());
        Allocation app = edit("amount 10").applyTo("einstein/gw", null, TODAY);
        assertEquals("einstein", app.getProject());
        assertEquals("gw", app.getApp());
        assertEquals(List.of(), app.getThresholds());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # target        | edit                                  | refusal
            /root/physics   | unit gpu                              | hours: none (expected: hours, amount or accrual of a new allocation)
            /root/physics   | accrual 5                             | every: none (expected: the interval of the accrual, such as 30d)
            /root/physics   | hours many                            | hours: "many" (expected: a number)
            /root/physics   | hours 1e30                            | initialBalance: 3.6E33 (expected: -1e30 to 1e30)
            /root/physics   | hours NaN                             | initialBalance: NaN (expected: -1e30 to 1e30)
            /root/physics   | hours 1, amount 1                     | hours: 1 (expected: not together with amount)
            /root/physics   | hours 1, unit energy                  | hours: 1 (expected: amount; ENERGY is in joules)
            /root/physics   | hours 1, unit core                    | unit: "core" (expected: CPU, GPU, NODE, BILLING or ENERGY)
            /root/physics   | accrual -1, every 1d                  | accrual: -1.0 (expected: 0 to 1e30)
            /root/physics   | hours 1, every soon                   | every: "soon" (expected: a length of time like 24h, 1d12h, P7D or seconds)
            /root/physics   | hours 1, every 0                      | interval: PT0S (expected: 1 ms or more)
            /root/physics   | hours 1, start tomorrow               | start: "tomorrow" (expected: a time like 2026-03-02 or 2026-03-02T08:00:00Z)
            /root/physics   | hours 1, end 2026-03-01               | end: 2026-03-01T00:00:00Z (expected: after start, 2026-03-02T00:00:00Z)
            /root/physics   | hours 1, cap 1e31                     | cap: 1.0E31 (expected: -1e30 to 1e30, or none)
            /root/physics   | hours 1, carry-over 1.5               | carryOver: 1.5 (expected: 0 to 1)
            /root/physics   | hours 1, carry-over half              | carry-over: "half" (expected: 0 to 1, all or none)
            /root/physics   | hours 1, carry-over 0.5, every 23h    | interval: PT23H (expected: a day or longer with carryOver below 1)
            /root/physics   | hours 1, thresholds 90;80             | threshold: 80 (expected: at most 10 ascending numbers from 1 to 1000)
            /root/physics   | hours 1, thresholds 80;1001           | threshold: 1001 (expected: at most 10 ascending numbers from 1 to 1000)
            /root/physics   | hours 1, thresholds 80%               | thresholds: "80%" (expected: per cent, such as 80,90,100, or none)
            /root/physics   | hours 1, thresholds 1 2 3 4 5 6 7 8 9 10 11 | threshold: 1 (expected: at most 10 ascending numbers from 1 to 1000)
            /root/physics   | hours 1, contacts pi                  | contacts: "pi" (expected: an e-mail address)
            /root/physics   | hours 1, when-spent stop              | when-spent: "stop" (expected: nothing, lower or hold)
            /root//physics  | hours 1                               | target: "root//physics" (expected: names separated by single slashes)
            /               | hours 1                               | target: "" (expected: a name of 1 to 1024 bytes)
            einstein        | hours 1                               | hours: 1 (expected: amount; projects have the unit allocation.charge.unit)
            einstein        | amount 1, unit cpu                    | unit: CPU (expected: none with a project)
            """)
    void anImpossibleAllocationIsRefusedWithTheValueAndWhatWasExpected(String target, String edit, String refusal) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> edit(edit).applyTo(target, null, TODAY))
                .getMessage();
        assertEquals(refusal + ", target " + target, message);
    }
}
