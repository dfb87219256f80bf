package io.fairstream.steering;

/** Ends a steerer at one of its steps. */
final class Fate {
    private int left = Integer.MAX_VALUE;

    /** The end of a process. */
    static final class KilledException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** After so many steps. */
    void in(int steps) {
        left = steps;
    }

    void never() {
        left = Integer.MAX_VALUE;
    }

    void strike() {
        if (--left < 0) {
            throw new KilledException();
        }
    }
}
