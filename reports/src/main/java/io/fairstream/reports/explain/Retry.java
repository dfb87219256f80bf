package io.fairstream.reports.explain;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Reads again what does not agree, as row and journal may not for a moment while entries come in. */
final class Retry {
    private static final int ATTEMPTS = 8;
    private static final Duration PAUSE = Duration.ofMillis(300);

    private Retry() {}

    /** The first that agrees; of so many that do not, the last. */
    static <T> T until(Predicate<T> agrees, Supplier<T> read) throws InterruptedException {
        T found = read.get();
        for (int attempt = 1; attempt < ATTEMPTS && !agrees.test(found); attempt++) {
            Thread.sleep(PAUSE.toMillis());
            found = read.get();
        }
        return found;
    }
}
