package io.fairstream.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs many seeds, several at a time, each by one thread. */
public final class Seeds {
    private Seeds() {}

    /**
     * Runs seeds one after the other.
     *
     * @param first seed
     * @param count of seeds at most
     * @param threads how many run at a time
     * @param runs runs a plan, of several threads
     * @param isEnough asked before each seed
     * @param results takes each result, one at a time, in the order in which they end
     * @return how many seeds were run
     */
    public static long run(
            long first,
            long count,
            int threads,
            Function<Plan, Result> runs,
            BooleanSupplier isEnough,
            Consumer<Result> results)
            throws InterruptedException {
        AtomicLong begun = new AtomicLong();
        AtomicLong ended = new AtomicLong();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(pool.submit(() -> {
                    for (long next = begun.getAndIncrement();
                            next < count && !isEnough.getAsBoolean();
                            next = begun.getAndIncrement()) {
                        Result result = runs.apply(Simulation.plan(first + next));
                        synchronized (results) {
                            ended.incrementAndGet();
                            results.accept(result);
                        }
                    }
                }));
            }
            for (Future<?> worker : workers) {
                await(worker);
            }
        } finally {
            pool.shutdownNow();
        }
        return ended.get();
    }

    private static void await(Future<?> worker) throws InterruptedException {
        try {
            worker.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
