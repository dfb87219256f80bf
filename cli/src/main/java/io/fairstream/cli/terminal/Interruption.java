package io.fairstream.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;

/**
 * Ctrl-C and termination as the interruption of one thread: what it holds is closed in order, as at any other end of its
 * command. A second signal ends the process at once.
 */
public final class Interruption {
    private static final int INTERRUPTED = 130;

    private Interruption() {}

    /** From now on a signal interrupts the calling thread. */
    public static void endsThisThread() {
        Thread thread = Thread.currentThread();
        AtomicBoolean before = new AtomicBoolean();
        Runnable interrupt = () -> {
            if (before.getAndSet(true)) {
                Runtime.getRuntime().halt(INTERRUPTED);
            }
            thread.interrupt();
        };
        Signals.register("INT", interrupt);
        Signals.register("TERM", interrupt);
        Signals.register("HUP", interrupt);
    }

    /** Waits until somebody stops the command, which is a good end. */
    public static void await() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            Thread.interrupted();
        }
    }

    /** Closes in peace: an interruption does not disturb the closing and is there again afterwards. */
    public static void undisturbed(Runnable closing) {
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
