package io.fairstream.app;

import io.fairstream.schemas.registry.SchemaRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wait of an instance that cannot read or write because the schema registry does not answer. It ends when the registry answers again. The
 * wait doubles, up to a minute, if the instance soon fails again, because each restart restores local state.
 */
final class RegistryWait {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryWait.class);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    /** Time since the last wait after which a failure starts with the shortest wait again. */
    private static final Duration LONG_AGO = Duration.ofMinutes(10);

    private final SchemaRegistry registry;
    private final LongSupplier nanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable String reason;
    private Duration pause = SHORTEST;
    private @Nullable Long ended;

    RegistryWait(SchemaRegistry registry, LongSupplier nanos) {
        this.registry = registry;
        this.nanos = nanos;
    }

    Optional<String> reason() {
        return Optional.ofNullable(reason);
    }

    /** Waits until the registry answers; false if the instance is closed before. {@code why} is the failure's reason, in one line. */
    boolean await(String why) {
        reason = why;
        Duration first = firstPause();
        LOG.warn("Waiting for the schema registry, asking it every {} s: {}", SHORTEST.toSeconds(), why);
        boolean isOpen = sleep(first);
        while (isOpen && !registry.answers()) {
            isOpen = sleep(SHORTEST);
        }
        ended = nanos.getAsLong();
        if (isOpen) {
            LOG.info("The schema registry answers; starting again from the last committed transaction");
        }
        return isOpen;
    }

    private Duration firstPause() {
        Long before = ended;
        boolean isAgain = before != null && nanos.getAsLong() - before < LONG_AGO.toNanos();
        Duration doubled = pause.multipliedBy(2);
        pause = !isAgain ? SHORTEST : doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        return pause;
    }

    /** Ends the reported wait: the instance is running again. */
    void isOver() {
        reason = null;
    }

    /** Ends the current wait and all later ones. */
    void close() {
        closed.countDown();
    }

    private boolean sleep(Duration time) {
        try {
            return !closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
