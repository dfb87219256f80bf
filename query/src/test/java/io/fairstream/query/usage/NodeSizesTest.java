package io.fairstream.query.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSizesTest {
    private static List<Integer> numbers(String text) {
        return Stream.of(text.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .map(Integer::valueOf)
                .toList();
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource({
        // begins; as they are; of 0, 1, 2, 4, 5 and 100 nodes, the index of the size
        "'',     0,       0 0 0 0 0 0, one size for all",
        "0,      0,       0 0 0 0 0 0, the same",
        "1,      1,       0 0 0 0 0 0, no nodes are of the first size",
        "2,      0 2,     0 0 1 1 1 1, one from 0 on before it",
        "1 2 5,  1 2 5,   0 0 1 1 2 2, each goes up to where the next begins",
        "2 5 8,  0 2 5 8, 0 0 1 1 2 3, and the last has no end",
    })
    void aSizeGoesUpToWhereTheNextBegins(String begins, String sizes, String indexes, String why) {
        NodeSizes all = NodeSizes.of(numbers(begins));
        assertEquals(numbers(sizes), all.begins(), why);
        assertEquals(
                numbers(indexes), Stream.of(0, 1, 2, 4, 5, 100).map(all::of).toList(), why);
        assertEquals(all.count() > 1, all.isDivided());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "-1,    -1 (expected: 0 or more)",
        "4 4,   4 (expected: above the number before it)",
        "4 8 2, 2 (expected: above the number before it)",
    })
    void numbersMustRise(String begins, String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> NodeSizes.of(numbers(begins)))
                        .getMessage());
    }
}
