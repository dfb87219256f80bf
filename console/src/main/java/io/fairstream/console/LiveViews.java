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
 * Sends answers again when they change. An answer is computed once for all its viewers. All answers together use at most a quarter of
 * one core: the longer they take, the less often they are refreshed.
 */
final class LiveViews implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration LEAST = Duration.ofMillis(250);
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Duration CHECK = Duration.ofSeconds(1);

    /** Shortest refresh interval as a multiple of the time that all answers take. */
    private static final int PARTS = 4;

    private final AnswerSource answers;
    private final Executor workers;
    private final Map<Asked, View> views = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(run -> {
        Thread thread = new Thread(run, "live-views");
        thread.setDaemon(true);
        return thread;
    });

    /** Receiver of an answer's events. */
    interface Subscriber {
        /** Sends an event. If the connection is busy, a newer event may replace this one. */
        void send(byte[] event);

        /** Sends an empty comment if the connection is idle, so that a lost connection is noticed. */
        void beat();

        /** Ends the subscription if the viewer has lost access. */
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

    /** Sends the answer now and after each change. */
    void subscribe(Asked asked, Subscriber subscriber) {
        View view = views.computeIfAbsent(asked, View::new);
        while (!view.join(subscriber)) {
            views.remove(asked, view);
            view = views.computeIfAbsent(asked, View::new);
        }
        view.refreshIfDue(0);
    }

    /** Ends a subscription. */
    void unsubscribe(Asked asked, Subscriber subscriber) {
        View view = views.get(asked);
        if (view != null && view.leave(subscriber)) {
            views.remove(asked, view);
        }
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

    /**
     * One answer and its subscribers. A subscriber may leave while an event is sent to it, so nothing may wait for this lock while it holds
     * one of {@code views}.
     */
    private final class View {
        private final Asked asked;
        private final Set<Subscriber> subscribers = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean isWorking = new AtomicBoolean();
        private volatile @Nullable Worked worked;
        private byte @Nullable [] last;
        private boolean isOver;
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
                    isWorking.set(false); // overloaded; the next look tries again
                }
            }
        }

        /** If the cluster is unreachable, replies come from the calling thread: the workers may be blocked waiting for Kafka. */
        private Executor worker() {
            return answers.unavailable().isPresent() ? Runnable::run : workers;
        }

        /**
         * Adds a subscriber. It gets the last event exactly once, and no older event after a newer one.
         *
         * @return false if the last subscriber has left: then this view is over
         */
        private synchronized boolean join(Subscriber subscriber) {
            if (isOver) {
                return false;
            }
            subscribers.add(subscriber);
            if (last != null) {
                subscriber.send(last);
            }
            return true;
        }

        /** Removes a subscriber; returns true if it was the last one. */
        private synchronized boolean leave(Subscriber subscriber) {
            subscribers.remove(subscriber);
            isOver = subscribers.isEmpty();
            return isOver;
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

    /** Formats a reply as a server-sent event; its body is a single line. */
    private static byte[] event(Reply reply) {
        String name = reply.isAnswer() ? "document" : "problem";
        String data = new String(reply.body(), StandardCharsets.UTF_8);
        return ("event: " + name + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
