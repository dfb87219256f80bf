package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainedTest {
    @ParameterizedTest(name = "what agrees at reading {0}")
    @CsvSource({"1, 1", "3, 3", "99, 8"})
    void readsUntilItAgreesButNotForEver(int agreesAt, int last) throws InterruptedException {
        AtomicInteger reading = new AtomicInteger();
        assertEquals(last, Explained.readUntil(found -> found >= agreesAt, reading::incrementAndGet));
    }
}
