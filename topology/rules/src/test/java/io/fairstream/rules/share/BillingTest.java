package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BillingTest {
    private static final AllocatedResources HELD =
            new AllocatedResources(8, 1, 2, 4096, Tres.parse("license/matlab=3"), "", "");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            weights                                   | SUM  | MAX_TRES | MAX_TRES_GRES | why
            ''                                        | 8    | 8        | 8             | no weights: processors
            CPU=2                                     | 16   | 16       | 16            | what has no weight is free
            CPU=1,Mem=1G                              | 12   | 8        | 8             | 8 processors or 4 GiB
            CPU=1,Mem=4g                              | 24   | 16       | 16            | 8 processors or 16 of memory
            CPU=1,Mem=0.5                             | 2056 | 2048     | 2048          | without a unit per MiB
            Mem=0.001K                                | 4194.304 | 4194.304 | 4194.304  | per KiB
            CPU=1,GRES/gpu=5                          | 18   | 10       | 18            | devices compete in MAX_TRES only
            CPU=1,GRES/gpu=5,license/matlab=7         | 39   | 31       | 39            | licences are the cluster's: always added
            Node=20,CPU=1                             | 28   | 20       | 20            | a whole node
            Node=1,GRES/gpu=9                         | 19   | 18       | 19            | a node, and devices beyond it
            """, useHeadersInDisplayName = true)
    void whatAJobIsChargedForEachSecond(String weights, double sum, double max, double maxGres, String why) {
        assertEquals(sum, Billing.of(weights, Billing.Mode.SUM).perSecond(HELD), 1e-9, why);
        assertEquals(max, Billing.of(weights, Billing.Mode.MAX_TRES).perSecond(HELD), 1e-9, why);
        assertEquals(maxGres, Billing.of(weights, Billing.Mode.MAX_TRES_GRES).perSecond(HELD), 1e-9, why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CPU         | weights: "CPU" (expected: NAME=WEIGHT, each name once)
            =1          | weights: "=1" (expected: NAME=WEIGHT, each name once)
            CPU=        | weights: "CPU=" (expected: a weight of 0 or more)
            CPU=-1      | weights: "CPU=-1" (expected: a weight of 0 or more)
            CPU=NaN     | weights: "CPU=NaN" (expected: a weight of 0 or more)
            CPU=1e3     | weights: "CPU=1e3" (expected: a weight of 0 or more)
            CPU=9999999999999999 | weights: "CPU=9999999999999999" (expected: a weight of 0 to 1.0E15)
            Mem=999999999999999K | weights: "Mem=999999999999999K" (expected: a weight of 0 to 1.0E15)
            CPU=1G      | weights: "CPU=1G" (expected: a unit for memory and burst buffers only)
            CPU=1,cpu=2 | weights: "cpu=2" (expected: NAME=WEIGHT, each name once)
            CPU=1,      | weights: "" (expected: NAME=WEIGHT, each name once)
            """)
    void refusesWeightsThatAreNone(String weights, String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> Billing.of(weights, Billing.Mode.SUM))
                        .getMessage());
    }
}
