package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.ShownReport;
import io.fairstream.schemas.Priority;
import io.fairstream.testing.SyntheticPool;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As {@code condor_userprio -af:LETTERS Name ResourcesUsed} writes two rows; {@code |} ends a line. */
class AutoformatTest {
    private static final List<Priority> ROWS = List.of(SyntheticPool.FRANK, SyntheticPool.row("zoe", 1, 0));
    private static final List<String> NAMES = List.of("Name", "ResourcesUsed");

    private static String written(String letters) {
        return String.join("|", ShownReport.sentences(new Autoformat(letters, NAMES).document(ROWS)));
    }

    @ParameterizedTest(name = "-af:{0}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "``  ; frank@pool 1|zoe 0                                                ; a blank between values",
                "t   ; frank@pool\t1|zoe\t0                                            ; a tab",
                ",   ; frank@pool, 1|zoe, 0                                              ; a comma and a blank",
                ",t  ; frank@pool,\t1|zoe,\t0                                          ; a comma and a tab",
                "n   ; frank@pool| 1|zoe| 0                                              ; a value a line",
                "g   ; `|frank@pool1||zoe0`                                              ; no blanks, but a line between rows",
                "ng  ; `|frank@pool|1||zoe|0`                                            ; a value a line",
                "l   ; Name = frank@pool ResourcesUsed = 1|Name = zoe ResourcesUsed = 0  ; labels",
                "V   ; `\"frank@pool\" 1|\"zoe\" 0`                                  ; texts are quoted",
                "r   ; `\"frank@pool\" 1|\"zoe\" 0`                                  ; as they stand in the ad",
                "o   ; `\"frank@pool\" 1|\"zoe\" 0`                                  ; another letter for r",
                "lrng; `|Name = \"frank@pool\"|ResourcesUsed = 1||Name = \"zoe\"|ResourcesUsed = 0` ; as -long",
                "h   ; Name       ResourcesUsed|frank@pool 1|zoe        0                ; headings above columns",
                "ht  ; Name      \tResourcesUsed|frank@pool\t1|zoe       \t0          ; with tabs",
                "tgt ; `|frank@pool\t1||zoe\t0`                                        ; the last separator counts",
            })
    void writesAsHTCondorDoes(String letters, String expected, String why) {
        assertEquals(expected.replace("\\t", "\t"), written(letters).stripTrailing(), why);
    }

    @Test
    void anAttributeWithoutAValueIsUndefined() {
        assertEquals(
                List.of("undefined undefined"),
                ShownReport.sentences(new Autoformat("", List.of("HierWeightedResourcesUsed", "subtreeWeightInUse"))
                        .document(List.of(SyntheticPool.FRANK))));
    }

    @ParameterizedTest
    @CsvSource({
        "j,   Name,  '\"j\" (expected: letters of lhVro,tng; an account has no job ID)'",
        "lx,  Name,  '\"x\" (expected: letters of lhVro,tng'",
        "l,   Quota, '\"Quota\" (expected: one of AccountingGroup, '",
    })
    void otherLettersAndAttributesAreRefused(String letters, String name, String expected) {
        List<String> names = List.of(name);
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> new Autoformat(letters, names));
        assertTrue(String.valueOf(refusal.getMessage()).startsWith(expected), refusal.getMessage());
    }
}
