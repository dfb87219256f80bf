package io.fairstream.console;

import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Answers.Worked;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Answers that are sent again when they change. However many look at the same, it is worked out once. All together take a part of
 * one core at most: what takes long is worked out less often.
 */
final class LiveViews implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration LEAST = Duration.ofMillis(250);
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Duration CHECK = Duration.ofSeconds(1);

    /** Number of parts of the elapsed time of which answers may take one. */
    private static final int PARTS = 4;

    private final AnswerSource answers;
    private final Executor workers;
    private final Map<Asked, View> views = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(run -> {
        Thread thread = new Thread(run, "live-views");
        thread.setDaemon(true);
        return thread;
    });

    /** Somebody who looks. */
    interface Subscriber {
        /** Sends bytes, or drops them where newer ones come before they are through. */
        void send(byte[] event);

        /** Sends something that says nothing, if nothing else is being sent, so that a connection that is gone is noticed. */
        void beat();

        /** Ends if who looks may not look any more. */
        void check();
    }

    LiveViews(AnswerSource answers, Executor workers) {
        this.answers = answers;
        this.workers = workers;
        Future<?> unusedLooks =
                clock.scheduleWithFixedDelay(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        Future<?> unusedBeats =
                clock.scheduleWithFixedDelay(this::beat, BEAT.toMillis(), BEAT.toMillis(), TimeUnit.MILLISECONDS);
        Future<?> unusedChecks =
                clock.scheduleWithFixedDelay(this::check, CHECK.toMillis(), CHECK.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Sends the answer now, and whenever it changes. */
    void subscribe(Asked asked, Subscriber subscriber) {
        View view = views.compute(asked, (key, known) -> {
            View present = known == null ? new View(asked) : known;
            present.join(subscriber);
            return present;
        });
        view.refreshIfDue(0);
    }

    /** Sends no more. */
    void unsubscribe(Asked asked, Subscriber subscriber) {
        views.computeIfPresent(asked, (key, view) -> {
            view.subscribers.remove(subscriber);
            return view.subscribers.isEmpty() ? null : view;
        });
    }

    /** Returns the number of subscribers. */
    int subscribers() {
        return views.values().stream().mapToInt(view -> view.subscribers.size()).sum();
    }

    private void look() {
        long cost = views.values().stream().mapToLong(view -> view.cost).sum();
        long between = Math.max(LEAST.toNanos(), PARTS * cost);
        views.values().forEach(view -> view.refreshIfDue(between));
    }

    private void beat() {
        views.values().forEach(view -> view.subscribers.forEach(Subscriber::beat));
    }

    private void check() {
        views.values().forEach(view -> view.subscribers.forEach(Subscriber::check));
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    /** One answer, and all who look at it. */
    private final class View {
        private final Asked asked;
        private final Set<Subscriber> subscribers = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean isWorking = new AtomicBoolean();
        private volatile @Nullable Worked worked;
        private byte @Nullable [] last;
        private volatile long cost;
        private volatile long finished = System.nanoTime();

        View(Asked asked) {
            this.asked = asked;
        }

        void refreshIfDue(long between) {
            Worked known = worked;
            boolean isDue = known == null || (System.nanoTime() - finished >= between && answers.isStale(known));
            if (isDue && isWorking.compareAndSet(false, true)) {
                try {
                    worker().execute(this::refresh);
                } catch (RejectedExecutionException e) {
                    isWorking.set(false); // too much to do now; it is looked at again
                }
            }
        }

        /** Nobody waits for workers to hear that there is no answer: they may be waiting for Kafka themselves. */
        private Executor worker() {
            return answers.unavailable().isPresent() ? Runnable::run : workers;
        }

        /** Adds a subscriber, which gets the last event sent, once, and no older event after a newer one. */
        private synchronized void join(Subscriber subscriber) {
            subscribers.add(subscriber);
            if (last != null) {
                subscriber.send(last);
            }
        }

        private synchronized void send(byte[] event) {
            boolean isOther = !Arrays.equals(event, last);
            last = event;
            if (isOther) {
                subscribers.forEach(subscriber -> subscriber.send(event));
            }
        }

        private void refresh() {
            long begin = System.nanoTime();
            try {
                Worked now = answers.answer(asked);
                send(event(now.reply()));
                worked = now;
            } finally {
                finished = System.nanoTime();
                cost = finished - begin;
                isWorking.set(false);
            }
        }
    }

    /** An event of a stream; an answer is one line. */
    private static byte[] event(Reply reply) {
        String name = reply.isAnswer() ? "document" : "problem";
        String data = new String(reply.body(), StandardCharsets.UTF_8);
        return ("event: " + name + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
