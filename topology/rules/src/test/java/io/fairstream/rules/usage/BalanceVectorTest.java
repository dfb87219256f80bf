package io.fairstream.rules.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.HostUsage.Cobblestones;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.vectors.BoincVectors;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Vectors of linear-bounded balances and of the unit EC. */
class BalanceVectorTest {
    private static final double EXACT = 1e-9;
    private static final Pattern CHARGE = Pattern.compile("charge (\\S+) at (\\d+).*");
    private static final Pattern AT = Pattern.compile("at (\\d+)");

    private static BalanceAccount account(double initial, double accrual, Duration interval) {
        BalanceAccount account = new BalanceAccount();
        assertNull(account.allocate(new Allocation("p", "p", "", initial, accrual, interval, 0, null, null)));
        return account;
    }

    private static double amount(BalanceAccount account, long seconds) {
        return Objects.requireNonNull(account.balance(ChargeUnit.FLOPS))
                .at(seconds * 1000)
                .amount();
    }

    @Test
    void accruesEachSecondAndMayGoBelowZero() {
        BalanceAccount account = account(1e15, 1e10, Duration.ofSeconds(1));
        for (JsonNode step : BoincVectors.byId("A01").get("expect")) {
            Matcher charge = CHARGE.matcher(step.get(0).asText());
            Matcher at = AT.matcher(step.get(0).asText());
            double expected = step.get(1).asDouble();
            if (charge.matches()) {
                long seconds = Long.parseLong(charge.group(2));
                long mflop = Math.round(Double.parseDouble(charge.group(1)) / 1e6);
                account.charge(ChargeUnit.FLOPS, seconds * 1000, new HostUsage(0, 0, mflop, 0, 0, 0));
                assertEquals(expected, amount(account, seconds), EXACT * Math.abs(expected));
            } else if (at.matches()) {
                assertEquals(expected, amount(account, Long.parseLong(at.group(1))), EXACT * expected);
            } else {
                throw new AssertionError(step);
            }
        }
        assertEquals(6, BoincVectors.byId("A01").get("expect").size());
    }

    @Test
    void accruesAtTheEndOfEachDay() {
        BalanceAccount account = account(0, 864e12, Duration.ofDays(1));
        for (JsonNode step : BoincVectors.byId("A02").get("expect")) {
            assertEquals(step.get(1).asDouble(), amount(account, step.get(0).asLong()), step.toString());
        }
        assertEquals(6, BoincVectors.byId("A02").get("expect").size());
    }

    @Test
    void convertsFlopsToCobblestonesAndBack() {
        JsonNode expected = BoincVectors.byId("A05").get("expect");
        double day = 86_400;
        assertEquals(expected.get("EC per GFLOPS-day").asDouble(), Cobblestones.of(1e9 * day), 200 * EXACT);
        assertEquals(expected.get("FLOPs per EC").asDouble(), Cobblestones.flops(1), 4.32e11 * EXACT);
        assertEquals(expected.get("GFLOP-hours per EC").asDouble(), Cobblestones.flops(1) / 3600e9, EXACT);
        assertEquals(
                expected.get("the note's max EC/s (256x100 GFLOPS)").asDouble(),
                Cobblestones.of(256 * 100e9),
                60 * EXACT);
        assertEquals(
                expected.get("the note's max EC/s (8x100 TFLOPS)").asDouble(),
                Cobblestones.of(8 * 100e12),
                2000 * EXACT);
        assertEquals(
                expected.get("EC/day of 4 CPUs at 5 GFLOPS").asDouble(), Cobblestones.of(4 * 5e9 * day), 4000 * EXACT);
    }
}
