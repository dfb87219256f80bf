package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.testing.SyntheticPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The customer alice: group_physics.alice@pool, effective priority 300, factor 10, weight 10, no ceiling. */
class ConstraintTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "WeightedResourcesUsed > 0                                 | true",
                "weightInUse>0                                             | true",
                "weightedresourcesused >= 10                               | true",
                "WeightedResourcesUsed > 1e1                               | false",
                "Priority < 300                                            | false",
                "Priority <= 300 && PriorityFactor != 1                    | true",
                "Priority <= 300 && PriorityFactor == 1                    | false",
                "Name == \"GROUP_PHYSICS.alice@POOL\"                      | true",
                "Name =?= \"GROUP_PHYSICS.alice@POOL\"                     | false",
                "Name =!= \"GROUP_PHYSICS.alice@POOL\"                     | true",
                "AccountingGroup == \"group_physics\"&&Ceiling == -1       | true",
                "Name != \"a && b\"                                        | true",
                "IsAccountingGroup == false                                | true",
                "isaccountinggroup == TRUE                                 | false",
                "HierWeightedResourcesUsed >= 0                            | false",
                "Name > 5                                                  | false",
            })
    void isTrueOrNot(String constraint, boolean expected) {
        assertEquals(expected, Constraint.parse(constraint).test(SyntheticPool.ALICE));
    }

    @Test
    void aQuoteInATextIsEscaped() {
        assertTrue(Constraint.parse("Name == \"say \\\"hi\\\" \\\\ there\"")
                .test(SyntheticPool.row("say \"hi\" \\ there", 1, 1)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'',                      like WeightedResourcesUsed > 0",
        "Priority,                like WeightedResourcesUsed > 0",
        "Priority > ,             like WeightedResourcesUsed > 0",
        "Priority > 1 &&,         like WeightedResourcesUsed > 0",
        "Priority > 1 || Floor>0, like WeightedResourcesUsed > 0",
        "Priority > bob,          like WeightedResourcesUsed > 0",
        "Quota > 1,               one of AccountingGroup",
    })
    void whatItDoesNotUnderstandIsRefusedSayingWhatItWould(String constraint, String expected) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> Constraint.parse(constraint));
        assertTrue(String.valueOf(refusal.getMessage()).contains(expected), refusal.getMessage());
        assertTrue(String.valueOf(refusal.getMessage()).contains("--json and jq"), refusal.getMessage());
    }
}
