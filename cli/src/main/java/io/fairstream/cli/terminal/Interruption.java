package io.fairstream.cli.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C and termination as the interruption of one thread: what it holds is closed in order, as at any other end of its
 * command. A second signal ends the process at once.
 */
public final class Interruption {
    private static final List<Signal> SIGNALS =
            List.of(new Signal("INT", 130), new Signal("TERM", 143), new Signal("HUP", 129));

    private static volatile @Nullable SignalledThread signalled;

    /**
     * A wish to end.
     *
     * @param exitCode of a process that it ends: 128 and its number
     */
    record Signal(String name, int exitCode) {}

    /** Step that must not be left half done. */
    @FunctionalInterface
    public interface Step<T, E extends Exception> {
        T run() throws E;
    }

    private Interruption() {}

    /** From now on a signal interrupts the calling thread. */
    public static void endsThisThread() {
        SignalledThread thread = new SignalledThread(Thread.currentThread());
        signalled = thread;
        for (Signal signal : SIGNALS) {
            Signals.register(signal.name(), () -> {
                if (!thread.hear(signal)) {
                    Runtime.getRuntime().halt(signal.exitCode());
                }
            });
        }
    }

    /** The command takes a while to close in order: when it is asked to, it says so on this writer. */
    public static void announce(String doing, PrintWriter err) {
        SignalledThread signals = signalled;
        if (signals != null) {
            signals.announceBy(() -> {
                err.println("Stopping: " + doing + " ... (Ctrl-C ends it at once)");
                err.flush();
            });
        }
    }

    /**
     * True if the user wants the command to end. A library that swallows the interruption does not make this forget it; an
     * interruption that is pending is taken.
     */
    public static boolean isWanted() {
        boolean isInterrupted = Thread.interrupted();
        return isInterrupted || heard() != null;
    }

    /** Throws if somebody wants the command to end. */
    public static void check() throws InterruptedException {
        if (isWanted()) {
            throw new InterruptedException();
        }
    }

    /** Waits until somebody stops the command, which is a good end. */
    public static void await() {
        await(new CountDownLatch(1));
    }

    /** Waits until the latch is open or somebody stops the command, which is a good end. */
    public static void await(CountDownLatch latch) {
        try {
            check();
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.interrupted();
        }
    }

    /** The exit code of a command that was interrupted. */
    public static int exitCode() {
        Signal heard = heard();
        return heard == null ? SIGNALS.get(0).exitCode() : heard.exitCode();
    }

    /** The exit code of a command that runs until it is stopped and was closed in order: to be terminated is its good end. */
    public static int exitCodeOfService() {
        Signal heard = heard();
        return heard == null || heard.name().equals("TERM") ? 0 : heard.exitCode();
    }

    /**
     * Does a step to its end: an interruption comes after it, where files, sockets and brokers that are just starting would be
     * left broken.
     */
    public static <T, E extends Exception> T finish(Step<T, E> step) throws E {
        SignalledThread signals = signalled;
        SignalledThread own =
                signals != null && signals.isCurrent() ? signals : new SignalledThread(Thread.currentThread());
        boolean wasInterrupted = own.hold();
        try {
            return step.run();
        } finally {
            if (own.release() || wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static @Nullable Signal heard() {
        SignalledThread signals = signalled;
        return signals == null ? null : signals.heard();
    }
}
