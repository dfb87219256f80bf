package io.fairstream.it.faults;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** At which instant of its work a process ends itself as {@code kill -9} would; the system property says which, if any. */
final class Halt {
    /** {@code POINT:n}: at the n-th time it comes to that point. */
    static final String PROPERTY = "faults.halt";

    static final int EXIT_CODE = 137;

    private static final @Nullable Halt WANTED = parse(System.getProperty(PROPERTY));

    /** Instants of an exactly-once commit. */
    enum Point {
        /** Events are applied on the heap and match records sent; nothing is written back, and no charge sent. */
        BEFORE_FLUSH,
        /** Some states are written back and some blocks of charges sent, and others not. */
        IN_FLUSH,
        /** All is written back; the transaction is open and does not know the input's offsets. */
        BEFORE_OFFSETS,
        /** All is in the transaction, which is still open. */
        BEFORE_COMMIT,
        /** The transaction is committed; the process has not noticed. */
        AFTER_COMMIT
    }

    private final Point point;
    private final long left;
    private final AtomicLong reached = new AtomicLong();

    private Halt(Point point, long left) {
        this.point = point;
        this.left = left;
    }

    private static @Nullable Halt parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String[] parts = text.split(":", 2);
        return new Halt(Point.valueOf(parts[0]), Long.parseLong(parts[1]));
    }

    /**
     * Notes that a point is reached, which may be the end.
     *
     * @param before done first if it is the end, to bring about the state in which it shall happen
     */
    static void at(Point point, Runnable before) {
        if (WANTED != null && WANTED.point == point && WANTED.reached.incrementAndGet() == WANTED.left) {
            before.run();
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
