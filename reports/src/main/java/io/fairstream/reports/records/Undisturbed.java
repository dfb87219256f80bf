package io.fairstream.reports.records;

/** Closing in peace. */
public final class Undisturbed {
    private Undisturbed() {}

    /** An interruption does not disturb the closing and is there again afterwards. */
    public static void run(Runnable closing) {
        boolean interrupted = Thread.interrupted();
        try {
            closing.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
