package io.fairstream.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Handles Ctrl-C and termination as the interruption of one thread, so that its resources are closed in order, as at any other end of
 * its command. A second signal ends the process at once.
 */
public final class Interruption {
    private static final List<Signal> SIGNALS =
            List.of(new Signal("INT", 130), new Signal("TERM", 143), new Signal("HUP", 129));

    private static volatile @Nullable SignalledThread signalled;

    /**
     * A signal that ends the command.
     *
     * @param exitCode of a process that the signal ends: 128 plus the number of the signal
     */
    record Signal(String name, int exitCode) {}

    /** Step that must not be interrupted halfway. */
    @FunctionalInterface
    public interface Step<T, E extends Exception> {
        T run() throws E;
    }

    private Interruption() {}

    /** Makes signals interrupt the calling thread from now on. */
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

    /** Announces on this writer, when a signal arrives, that the command takes a while to close in order. */
    public static void announce(String doing, PrintWriter err) {
        SignalledThread signals = signalled;
        if (signals != null) {
            signals.announceBy(() -> {
                err.println("Stopping: " + doing + " ... (Ctrl-C ends it at once)");
                err.flush();
            });
        }
    }

    /** True if the user wants the command to end, even if a library has swallowed the interrupt. Clears a pending interrupt. */
    public static boolean isWanted() {
        boolean isInterrupted = Thread.interrupted();
        return isInterrupted || heard() != null;
    }

    /** Throws if the user wants the command to end. */
    public static void check() throws InterruptedException {
        if (isWanted()) {
            throw new InterruptedException();
        }
    }

    /** Waits until the command is stopped, which counts as success. */
    public static void await() {
        await(new CountDownLatch(1));
    }

    /** Waits until the latch is open or the command is stopped, which counts as success. */
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

    /** The exit code of a service that was closed in order: 0 after SIGTERM, which is its normal end. */
    public static int exitCodeOfService() {
        Signal heard = heard();
        return heard == null || heard.name().equals("TERM") ? 0 : heard.exitCode();
    }

    /**
     * Runs a step to its end. An interrupt is delayed until after the step, since it would leave files, sockets and starting brokers
     * broken.
     */
    public static <T, E extends Exception> T finish(Step<T, E> step) throws E {
        return finish(null, step);
    }

    /**
     * As {@link #finish(Step)}, for a step that may wait for a cluster that is away.
     *
     * @param patience after a signal; then the step is interrupted; null for no limit
     */
    public static <T, E extends Exception> T finish(@Nullable Duration patience, Step<T, E> step) throws E {
        SignalledThread signals = signalled;
        SignalledThread own =
                signals != null && signals.isCurrent() ? signals : new SignalledThread(Thread.currentThread());
        boolean wasInterrupted = own.hold(patience);
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
