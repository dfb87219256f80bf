package io.fairstream.cli.demo;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The thread that talks to the terminal. A signal interrupts the command's own thread, and some calls of the terminal run programs
 * ({@code stty}) that an interruption would end, with the terminal as it was just then.
 */
final class Painter implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "demo-terminal");
        thread.setDaemon(true);
        return thread;
    });

    /** Does it there; interrupted, it is done nevertheless. */
    <T> T paint(Callable<T> work) throws InterruptedException {
        try {
            return thread.submit(work).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the terminal cannot be drawn on: " + e.getCause(), e);
        }
    }

    /** Does this and nothing more; to be called undisturbed. */
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
