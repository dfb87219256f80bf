package io.fairstream.query.jobs;

import static io.fairstream.testing.SyntheticUse.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.jobs.PartitionQueue.Holding;
import io.fairstream.query.jobs.PartitionQueue.Waiting;
import io.fairstream.testing.SyntheticUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A partition of 8 nodes at hour 8. */
class PartitionQueueTest {
    private static Stream<String[]> each(@Nullable String text) {
        return text == null ? Stream.empty() : Stream.of(text.split(", ", -1)).map(part -> part.split(" ", -1));
    }

    /** {@code 4 10}: four nodes until hour 10; {@code 4 -} until nobody knows when. */
    private static List<Holding> holding(@Nullable String text) {
        return each(text)
                .map(words -> new Holding(Long.parseLong(words[0]), hour(words[1])))
                .toList();
    }

    /** {@code a 4 2}: job a waits for four nodes for two hours, - for ever; {@code a 4 2 9}: its scheduler says it starts at 9. */
    private static List<Waiting<String>> waiting(String text) {
        return each(text)
                .map(words -> new Waiting<>(
                        words[0],
                        Long.parseLong(words[1]),
                        words.length > 3 ? hour(words[3]) : null,
                        words[2].equals("-") ? null : Long.valueOf(60 * Long.parseLong(words[2]))))
                .toList();
    }

    private static @Nullable Instant hour(String word) {
        return word.equals("-") ? null : at(Double.parseDouble(word));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
        # who holds nodes; who waits, in turn; hours at which they start
                   | a 8 1                     | a 8                | an empty partition
                   | a 3 1, b 5 1              | a 8, b 8           | together they fit
                   | a 3 1, b 6 1              | a 8, b 9           | the second waits for the first
        8 10       | a 1 1                     | a 10               | until somebody ends
        4 10, 4 12 | a 4 1                     | a 10               | who ends first gives enough
        4 10, 4 12 | a 5 1                     | a 12               | or too little
        4 10, 4 12 | a 4 1, b 4 1, c 4 1       | a 10, b 11, c 12   | who starts ends after its limit
        4 10, 4 12 | a 6 1, b 1 1              | a 12, b 12         | nobody overtakes, though b would fit at 10
        4 10, 4 -  | a 4 1                     | a 10               | one whose end nobody knows
        4 10, 4 -  | a 5 1, b 1 1              | ''                 | never gives back: neither has a start
        8 10       | a 4 -, b 4 -, c 1 1       | a 10, b 10         | nor do those who run for ever
                   | a 9 1, b 1 1              | b 8                | who wants more than there is is passed over
        8 7        | a 8 1                     | a 8                | an end that is over frees nodes now
                   | a 4 2 9, b 8 1            | b 11               | of whom the scheduler knows the start there is no estimate, but nodes from 9 to 11
                   | a 4 2 9, b 4 1            | b 9                | b comes after it, though nodes are free at 8
        8 10       | a 4 2 9, b 4 1            | b 10               | at 10 the 8 come back of which a has 4
        """)
    void eachStartsInItsTurnAsSoonAsEnoughNodesAreFree(
            @Nullable String holding, String waiting, String starts, String why) {
        Map<String, Instant> found = new PartitionQueue<String>(8, holding(holding), at(8)).starts(waiting(waiting));
        assertEquals(
                starts,
                new TreeMap<>(found)
                        .entrySet().stream()
                                .map(start -> start.getKey() + " "
                                        + Duration.between(SyntheticUse.MIDNIGHT, start.getValue())
                                                .toHours())
                                .collect(Collectors.joining(", ")),
                why);
    }
}
