package io.fairstream.rules.laws;

import static io.fairstream.rules.laws.Customers.ALICE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.Groups;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** No number that is accepted makes a sum infinite or NaN, at any instant there is. */
class FiniteLawTest {
    private static final double[] WEIGHTS = {
        0,
        Double.MIN_VALUE,
        1,
        8,
        Bounds.SLOT_WEIGHT,
        Math.nextUp(Bounds.SLOT_WEIGHT),
        1e15,
        1e300,
        1e308,
        1.7e308,
        Double.MAX_VALUE,
        -1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };
    private static final long[] TIMES = {
        0,
        1,
        1000,
        86_400_000L,
        1_700_000_000_000L,
        Bounds.LATEST - 1,
        Bounds.LATEST,
        Bounds.LATEST + 1,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE,
        -1
    };
    private static final double[] HALF_LIVES = {1e-18, 0.0001, 3600, 86_400, 1e18};
    private static final EventTimes ANY_TIME = new EventTimes(Duration.ofMillis(Bounds.LATEST), Duration.ZERO);

    @Test
    void allThatIsAcceptedLeavesAllNumbersFinite() {
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            AccountPipeline accounts =
                    new AccountPipeline(new HalfLife(History.pick(random, HALF_LIVES)), Groups.of(List.of("physics")));
            LedgerPipeline ledgers = new LedgerPipeline();
            for (int step = 0; step < 40; step++) {
                if (random.nextInt(4) == 0) {
                    edit(random, accounts);
                } else {
                    match(random, ledgers, accounts);
                }
                assertFinite(accounts, seed);
            }
        }
    }

    private static void match(Random random, LedgerPipeline ledgers, AccountPipeline accounts) {
        double weight = History.pick(random, WEIGHTS);
        String customer = random.nextBoolean() ? ALICE : "physics.bob@here";
        MatchChange change = switch (random.nextInt(4)) {
            case 0, 1 -> new MatchChange.Matched(customer, weight, "");
            case 2 -> new MatchChange.Unmatched("");
            default -> new MatchChange.Observed(MatchChange.Observed.State.CLAIMED, customer, weight, false);
        };
        MatchEvent event = new MatchEvent("slot" + random.nextInt(8), "", time(random), change);
        if (event.refusal(ANY_TIME, Long.MAX_VALUE, EventTimes.NONE) == null) {
            ledgers.apply(event).charges().forEach(accounts::charge);
        }
    }

    private static void edit(Random random, AccountPipeline accounts) {
        double value = History.pick(random, WEIGHTS);
        long at = time(random);
        Edit edit = switch (random.nextInt(4)) {
            case 0 -> new Edit(at, "", new Edit.SetPriority(value));
            case 1 -> new Edit(at, "", new Edit.SetAccumulatedUsage(value));
            case 2 -> new Edit(at, "", new Edit.SetFactor(value, time(random)));
            default -> new Edit(at, "", new Edit.SetLastUsage(time(random)));
        };
        if (edit.refusal() == null && ANY_TIME.refusal(at, Long.MAX_VALUE, EventTimes.NONE) == null) {
            accounts.edit(ALICE, edit);
        }
    }

    private static long time(Random random) {
        return TIMES[random.nextInt(TIMES.length)];
    }

    private static void assertFinite(AccountPipeline accounts, int seed) {
        for (String customer : List.of(ALICE, "physics.bob@here", "physics", Groups.ROOT)) {
            AccountState now = accounts.at(customer, 0);
            assertFinite(now, seed);
            assertFinite(accounts.at(customer, Bounds.LATEST), seed);
        }
    }

    private static void assertFinite(AccountState state, int seed) {
        Decision factor = state.inForce(Decision.Kind.FACTOR);
        double effective = state.realPriority() * (factor == null ? 1 : factor.value());
        for (double number : new double[] {
            state.realPriority(),
            effective,
            state.weightInUse(),
            state.subtreeWeightInUse(),
            state.accumulatedUsage(),
            state.weightedAccumulatedUsage()
        }) {
            assertTrue(Double.isFinite(number), () -> "seed " + seed + ": " + number);
        }
    }
}
