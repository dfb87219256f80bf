package io.fairstream.cli.terminal;

import io.fairstream.cli.terminal.Interruption.Signal;
import org.jspecify.annotations.Nullable;

/** A thread that signals interrupt, but not within the steps that it does to their end. */
final class SignalledThread {
    private final Thread thread;
    private @Nullable Signal heard;
    private int steps;
    private boolean isDue;
    private Runnable announcement = () -> {};

    SignalledThread(Thread thread) {
        this.thread = thread;
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Interrupts the thread, now or after its step; false if this is not the first signal. */
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
            } else {
                thread.interrupt();
            }
        }
        announced.run();
        return true;
    }

    /** From now on the first signal is announced so. */
    synchronized void announceBy(Runnable announcement) {
        this.announcement = announcement;
    }

    /** The first signal, if there was one. */
    synchronized @Nullable Signal heard() {
        return heard;
    }

    /** Begins a step, which may be within another; whether the thread was interrupted before, which it now is no more. */
    synchronized boolean hold() {
        steps++;
        return Thread.interrupted();
    }

    /** Ends a step; whether an interruption is due. */
    synchronized boolean release() {
        steps--;
        boolean isDueNow = isDue && steps == 0;
        isDue &= !isDueNow;
        return isDueNow;
    }
}
