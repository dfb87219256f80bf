package io.fairstream.query.priority;

import static io.fairstream.query.DocumentLines.part;
import static io.fairstream.query.DocumentLines.sentences;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.columns.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShadowTest {
    /** Such as {@code 5:7 -:3}: theirs and ours of jobs 1, 2. */
    private static Shadow shadow(@Nullable String priorities) {
        List<Shadow.Job> jobs = new ArrayList<>();
        for (String pair : priorities == null ? new String[0] : priorities.split(" ", -1)) {
            String[] words = pair.split(":", 2);
            Double theirs = words[0].equals("-") ? null : Double.valueOf(words[0]);
            jobs.add(
                    new Shadow.Job("tux/" + (jobs.size() + 1), "alice", "batch", theirs, Double.parseDouble(words[1])));
        }
        return Shadow.of(jobs);
    }

    @ParameterizedTest(name = "{0}: {4}")
    @CsvSource(
            delimiter = '|',
            value = {
                "9:90 8:80 7:70      | 1. | 0 | 0 | the same order",
                "9:70 8:80 7:90      | -1.| 4 | 2 | the opposite one",
                "9:90 8:70 7:80      | .5 | 2 | 1 | two of three are exchanged",
                "9:9 9:9 7:7         | 1. | 0 | 0 | equal ones on both sides",
                "9:9 9:8 7:7         | .8660254037844387 | 1 | 1 | equal on one side only",
                "9:9 9:9             |    | 0 | 0 | no order at all",
                "9:1 9:2             |    | 1 | 1 | no order of theirs",
                "5:5                 |    | 0 | 0 | one job",
                "                    |    | 0 | 0 | none",
                "9:9 -:8 7:7         | 1. | 0 | 0 | of one they say nothing",
            })
    void ordersAreCompared(
            @Nullable String priorities, @Nullable Double rho, int sumOfDifferences, int largest, String why) {
        Shadow shadow = shadow(priorities);
        Double is = shadow.rho();
        assertEquals(
                rho == null ? "none" : String.format("%.12f", rho),
                is == null ? "none" : String.format("%.12f", is),
                why);
        assertEquals(
                sumOfDifferences,
                shadow.pairs().stream()
                        .mapToInt(pair -> Math.abs(pair.rankDifference()))
                        .sum(),
                why);
        assertEquals(
                List.of(String.valueOf(largest)), part(shadow.document(), "sum", "largestAbsoluteRankDifference"), why);
    }

    @Test
    void rowsStandInTheirOrderWithBothRanks() {
        Document document = shadow("10:1 30:3 20:9 20:3 -:5").document();
        assertEquals(
                List.of(
                        "tux/2 alice batch 30.0 3.0 1 2 1",
                        "tux/3 alice batch 20.0 9.0 2 1 -1",
                        "tux/4 alice batch 20.0 3.0 2 2 0",
                        "tux/1 alice batch 10.0 1.0 4 4 0"),
                part(
                        document,
                        "job",
                        "job",
                        "user",
                        "partition",
                        "theirs",
                        "ours",
                        "theirRank",
                        "ourRank",
                        "rankDifference"));
        assertEquals(
                List.of("4 1 0.5 1"),
                part(
                        document,
                        "sum",
                        "jobs",
                        "withoutTheirs",
                        "meanAbsoluteRankDifference",
                        "largestAbsoluteRankDifference"));
        assertEquals(
                List.of("4 jobs: Spearman's rho 0.500 (1: the same order, 0: unrelated, -1: reversed);"
                        + " ranks differ by 0.50 in the mean, 1 at most"),
                sentences(document));
    }

    /** Without equal priorities it is the closed form {@code 1 - 6Σd²/(n(n²-1))}. */
    @Test
    void withoutEqualPrioritiesItIsTheClosedForm() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<Shadow.Job> jobs = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(40); i++) {
                jobs.add(new Shadow.Job("tux/" + i, "alice", "batch", random.nextDouble(), random.nextDouble()));
            }
            Shadow shadow = Shadow.of(jobs);
            double squares = shadow.pairs().stream()
                    .mapToDouble(pair -> Math.pow(pair.rankDifference(), 2))
                    .sum();
            double n = shadow.pairs().size();
            double rho = shadow.rho() == null ? 2 : shadow.rho();
            assertEquals(1 - 6 * squares / (n * (n * n - 1)), rho, 1e-12, "seed " + seed);
        }
    }
}
