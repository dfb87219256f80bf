package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everybody's factor is 1000; that of nice users 10,000,000 and of those of other domains than {@code site} 10,000. */
class FactorTest {
    private static final long HOUR = 3_600_000;
    private static final FactorRules RULES = new FactorRules(1000, 1e7, 1e4, "site", Groups.EMPTY, Map.of());

    /** Such as {@code 2 eve 5} for good, or {@code 2 eve 5 until 8}: at hour 2 eve set the factor to 5; by - is by nobody named. */
    private static Edit edit(String text) {
        String[] words = text.split(" ", -1);
        return new Edit(
                Long.parseLong(words[0]) * HOUR,
                words[1].equals("-") ? "" : words[1],
                new Edit.SetFactor(
                        Double.parseDouble(words[2]),
                        words.length > 3 ? Long.parseLong(words[4]) * HOUR : Decision.FOR_GOOD));
    }

    private static String factor(String customer, @Nullable String edits, long hour) {
        List<Edit> all = edits == null
                ? List.of()
                : Stream.of(edits.split(", ", -1)).map(FactorTest::edit).toList();
        Priority row = Priority.newBuilder()
                .setCustomer(customer)
                .setRealPriority(0.5)
                .setEffectivePriority(0.5)
                .setPriorityFactor(1)
                .setFactorSource(FactorSource.DEFAULT)
                .setLeases(List.of())
                .setResourcesInUse(0)
                .setWeightInUse(0)
                .setAccumulatedUsage(0)
                .setWeightedAccumulatedUsage(0)
                .setAsOf(Instant.ofEpochMilli(24 * HOUR))
                .setHalfLifeSeconds(86_400)
                .setGroup(false)
                .build();
        Explanation<Match> parts = Explanation.of(List.of(), all, new HalfLife(86_400), hour * HOUR);
        Journal journal = new Journal(row, List.of(), Map.of(), all, null);
        return text(Factor.of(new Explained(journal, parts, null, null, 0), RULES));
    }

    private static String text(Factor factor) {
        String text = (long) factor.value() + " " + factor.rule()
                + (factor.since() == null ? "" : ", from " + hour(factor.since()))
                + (factor.until() == null ? "" : " to " + hour(factor.until()));
        return factor.then() == null ? text : text + ", then " + text(factor.then());
    }

    private static long hour(Instant at) {
        return at.toEpochMilli() / HOUR;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        ann            | 1000 default, priority.factor.default
        ann@site       | 1000 default, priority.factor.default
        ann@elsewhere  | 10000 domains other than local.domain, priority.factor.remote
        nice-user.ann  | 10000000 names that begin with nice-user, priority.factor.nice-user
        nice-user.ann@elsewhere | 10000000 names that begin with nice-user, priority.factor.nice-user
        """)
    void withoutADecisionTheNameDecides(String customer, String factor) {
        assertEquals(factor, factor(customer, null, 5));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
        # edits of ann's factor; the hour; what applies
        2 eve 5                           | 4 | 5 set permanently by eve, from 2 | as it was set
        2 - 5                             | 4 | 5 set permanently, from 2        | nobody is named
        2 eve 5                           | 1 | 1000 default, priority.factor.default | not yet
        2 eve 5, 3 bob 7                  | 4 | 7 set permanently by bob, from 3 | the newest counts
        2 eve 5 until 8                   | 4 | 5 lease by eve, from 2 to 8, then 1000 default, priority.factor.default | for a time
        2 eve 5 until 8                   | 9 | 1000 default, priority.factor.default | which is over
        2 eve 5, 3 bob 7 until 8          | 4 | 7 lease by bob, from 3 to 8, then 5 set permanently by eve, from 2 | what was set permanently comes back
        2 eve 5 until 8, 3 bob 7 until 6  | 4 | 7 lease by bob, from 3 to 6, then 5 lease by eve, from 2 to 8, then 1000 default, priority.factor.default | the older lease goes on
        2 eve 5 until 6, 3 bob 7 until 8  | 4 | 7 lease by bob, from 3 to 8, then 1000 default, priority.factor.default | the older one ends first
        2 eve 5 until 8, 3 bob 7 until 6  | 7 | 5 lease by eve, from 2 to 8, then 1000 default, priority.factor.default | the newer one is over
        """)
    void aDecisionCountsUntilItEndsOrAnotherComes(String edits, long hour, String factor, String why) {
        assertEquals(factor, factor("ann", edits, hour), why);
    }
}
