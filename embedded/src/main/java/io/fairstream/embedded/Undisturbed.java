package io.fairstream.embedded;

/** Runs a close operation to its end despite an interrupt, and restores the interrupt flag afterwards. */
final class Undisturbed {
    private Undisturbed() {}

    static void run(Runnable closing) {
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
