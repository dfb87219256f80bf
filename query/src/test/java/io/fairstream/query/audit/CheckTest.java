package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        0    | true  | 5 rows
        1    | false | d1
        3    | false | d1; d2; d3
        4    | false | d1; d2; d3; and 1 more
        1234 | false | d1; d2; d3; and 1,231 more
        """)
    void threeOfTheDifferencesAreShownAndTheRestCounted(int differences, boolean holds, String detail) {
        List<String> all =
                IntStream.rangeClosed(1, differences).mapToObj(i -> "d" + i).toList();
        assertEquals(new Check("some", holds, detail), Check.of("some", "5 rows", all));
    }
}
