package io.fairstream.query.records;

/** Closes resources despite interrupts. */
public final class Undisturbed {
    private Undisturbed() {}

    /** Runs the closing without the thread's interrupt, and restores the interrupt afterwards. */
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
