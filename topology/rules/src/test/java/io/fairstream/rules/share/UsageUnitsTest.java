package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units are hundred-thousandths of node-seconds, rounded from the exact number. */
class UsageUnitsTest {
    @ParameterizedTest
    @CsvSource({"0,0", "0.015625,1562", "0.046875,4688", "-0.015625,-1562", "0.000005,1", "0.000015,2", "1.5,150000"})
    void halvesGoToTheEvenOneIfTheyAreHalves(double nodeSeconds, long units) {
        assertEquals(units, UsageTerms.units(nodeSeconds));
    }

    @Test
    void areThoseOfExactArithmetic() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 200_000; i++) {
            double nearHalf = (random.nextLong(1L << random.nextInt(1, 53)) + 0.5) / UsageTerms.UNITS;
            double any = random.nextDouble() * Math.pow(10, random.nextInt(-9, 13));
            for (double one : new double[] {nearHalf, Math.nextUp(nearHalf), Math.nextDown(nearHalf), -nearHalf, any}) {
                long exact = new BigDecimal(one)
                        .setScale(5, RoundingMode.HALF_EVEN)
                        .unscaledValue()
                        .longValueExact();
                assertEquals(exact, UsageTerms.units(one), () -> Double.toHexString(one));
            }
        }
    }
}
