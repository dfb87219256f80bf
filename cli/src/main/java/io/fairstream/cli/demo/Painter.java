package io.fairstream.cli.demo;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Thread that uses the terminal. A signal interrupts the command's own thread, and some terminal calls run programs ({@code stty})
 * that an interrupt would kill halfway.
 */
final class Painter implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "demo-terminal");
        thread.setDaemon(true);
        return thread;
    });

    /** Runs the work on this thread; the work completes even if the caller is interrupted. */
    <T> T paint(Callable<T> work) throws InterruptedException {
        try {
            return thread.submit(work).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot draw on the terminal: " + e.getCause(), e);
        }
    }

    /** Runs the last work and ends the thread; must be called within {@code Undisturbed.run}. */
    void last(Callable<?> work) {
        try {
            paint(work);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
