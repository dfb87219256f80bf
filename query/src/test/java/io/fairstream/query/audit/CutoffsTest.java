package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.PlainJson;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CutoffsTest {
    /** Edits such as {@code 5 ResetUsage} at the fifth millisecond; a dash is for what counts from ever on. */
    @ParameterizedTest(name = "{5}")
    @CsvSource({
        "'',                                -, -, -, 0,    nothing is cut off",
        "7 SetFactor factor 2,              -, -, -, 0,    what decides no usage cuts nothing off",
        "5 ResetUsage,                      -, 5, 5, 0,    usage begins anew and matches go on",
        "5 Delete,                          5, 5, 5, 0,    matches of before are over",
        "5 SetAccumulatedUsage weightedAccumulatedUsage 3, -, -, 5, 3000, the weighted usage is what was said then",
        "5 Delete|9 ResetUsage,             5, 9, 9, 0,    a later edit adds its own",
        "9 ResetUsage|5 Delete,             5, 9, 9, 0,    whatever the order in which they come",
        "5 Delete|5 ResetUsage,             5, 5, 5, 0,    of the same instant",
        "5 ResetUsage|5 SetAccumulatedUsage weightedAccumulatedUsage 3, -, 5, 5, 0, a value set at a reset is reset",
    })
    void areThoseOfTheLastEdits(
            String edits, String matchesFrom, String usageFrom, String weightedFrom, double weighted, String why) {
        Cutoffs cutoffs = Cutoffs.of(Stream.of(edits.split("\\|", -1))
                .filter(edit -> !edit.isEmpty())
                .map(CutoffsTest::edit)
                .toList());
        assertEquals(new Cutoffs(at(matchesFrom), at(usageFrom), at(weightedFrom), weighted), cutoffs, why);
    }

    private static AccountEdit edit(String text) {
        String[] words = text.split(" ", -1);
        String fields = words.length < 4 ? "" : "\"" + words[2] + "\":" + words[3];
        return PlainJson.read(
                AccountEdit.class,
                String.format(
                        "{\"customer\":\"alice\",\"at\":\"1970-01-01T00:00:00.00%sZ\",\"by\":\"root\",\"edit\":{\"%s\":{%s}}}",
                        words[0], words[1], fields));
    }

    private static long at(String text) {
        return text.equals("-") ? Long.MIN_VALUE : Long.parseLong(text);
    }
}
