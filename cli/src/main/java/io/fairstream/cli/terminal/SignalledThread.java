package io.fairstream.cli.terminal;

import io.fairstream.cli.terminal.Interruption.Signal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A thread that signals interrupt, except within steps that must run to their end. */
final class SignalledThread {
    private final Thread thread;
    private @Nullable Signal heard;
    private int steps;
    private boolean isDue;
    private @Nullable Duration patience;
    private Runnable announcement = () -> {};

    SignalledThread(Thread thread) {
        this.thread = thread;
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Interrupts the thread, now or after its step; returns false if this is not the first signal. */
    boolean hear(Signal signal) {
        Runnable announced;
        synchronized (this) {
            if (heard != null) {
                return false;
            }
            heard = signal;
            announced = announcement;
            if (steps > 0) {
                isDue = true;
                if (patience != null) {
                    interruptAfter(patience);
                }
            } else {
                thread.interrupt();
            }
        }
        announced.run();
        return true;
    }

    /** Sets the announcement of the first signal. */
    synchronized void announceBy(Runnable announcement) {
        this.announcement = announcement;
    }

    /** The first signal; null if there was none. */
    synchronized @Nullable Signal heard() {
        return heard;
    }

    private void interruptAfter(Duration wait) {
        Thread timer = new Thread(
                () -> {
                    try {
                        Thread.sleep(wait.toMillis());
                    } catch (InterruptedException e) {
                        return;
                    }
                    synchronized (this) {
                        if (isDue) {
                            thread.interrupt();
                        }
                    }
                },
                "end-of-step");
        timer.setDaemon(true);
        timer.start();
    }

    /**
     * Begins a step, which may be nested. Clears the thread's interrupt, and returns true if it was interrupted.
     *
     * @param atMost time that the step may take after a signal; null for no limit
     */
    synchronized boolean hold(@Nullable Duration atMost) {
        if (steps++ == 0) {
            patience = atMost;
            if (heard != null && atMost != null) {
                isDue = true;
                interruptAfter(atMost);
            }
        }
        return Thread.interrupted();
    }

    /** Ends a step; returns true if an interrupt is due. */
    synchronized boolean release() {
        steps--;
        boolean isDueNow = isDue && steps == 0;
        isDue &= !isDueNow;
        return isDueNow;
    }
}
