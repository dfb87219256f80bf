package io.fairstream.embedded;

/** Closing in peace: an interruption does not disturb it and is there again afterwards. */
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
