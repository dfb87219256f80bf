package io.fairstream.query.explain;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Reads again if row and journal disagree, which may happen briefly while entries arrive. */
final class Retry {
    private static final int ATTEMPTS = 8;
    private static final Duration PAUSE = Duration.ofMillis(300);

    private Retry() {}

    /** Returns the first result that agrees, or the last one after the maximum number of attempts. */
    static <T> T until(Predicate<T> agrees, Supplier<T> read) throws InterruptedException {
        T found = read.get();
        for (int attempt = 1; attempt < ATTEMPTS && !agrees.test(found); attempt++) {
            Thread.sleep(PAUSE.toMillis());
            found = read.get();
        }
        return found;
    }
}
