package io.fairstream.console;

import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Answers.Worked;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Cache of answers, so that equal questions at about the same time are computed once. */
final class SharedAnswers {
    /** Maximum age without a check for new data, which limits recomputation while tables change quickly. */
    private static final long FRESH = Duration.ofMillis(250).toNanos();

    /** Maximum age if no topic has changed, since usage decays even without new events. */
    private static final long GOOD = Duration.ofSeconds(1).toNanos();

    private static final int MOST = 256;
    private static final int LARGEST = 1 << 20;

    private final AnswerSource answers;
    private final Executor workers;
    private final Map<Asked, Shared> shared = new LinkedHashMap<>();

    /** An answer, ready or in progress. */
    private record Shared(CompletableFuture<Worked> worked, long since) {}

    SharedAnswers(AnswerSource answers, Executor workers) {
        this.answers = answers;
        this.workers = workers;
    }

    /**
     * Returns the reply, without queueing if the cluster is unreachable.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the workers are overloaded
     */
    CompletableFuture<Reply> reply(Asked asked) {
        Optional<Reply> none = answers.unavailable();
        if (none.isPresent()) {
            return CompletableFuture.completedFuture(none.get());
        }
        if (asked.window().format() != Window.Form.PAGE) {
            return CompletableFuture.supplyAsync(() -> answers.answer(asked).reply(), workers);
        }
        synchronized (shared) {
            Shared known = shared.get(asked);
            if (known == null || !isGood(known)) {
                known = begin(asked);
            }
            return known.worked().thenApply(Worked::reply);
        }
    }

    private Shared begin(Asked asked) {
        Shared begun =
                new Shared(CompletableFuture.supplyAsync(() -> answers.answer(asked), workers), System.nanoTime());
        shared.remove(asked);
        shared.put(asked, begun);
        if (shared.size() > MOST) {
            shared.remove(shared.keySet().iterator().next());
        }
        CompletableFuture<Void> unused = begun.worked().thenAccept(worked -> {
            if (worked.reply().body().length > LARGEST) {
                forget(asked, begun);
            }
        });
        return begun;
    }

    /** Removes a large answer from the cache; requests that already wait still get it. */
    private void forget(Asked asked, Shared large) {
        synchronized (shared) {
            shared.remove(asked, large);
        }
    }

    /** Returns the number of cached answers. */
    int kept() {
        synchronized (shared) {
            return shared.size();
        }
    }

    private boolean isGood(Shared known) {
        if (!known.worked().isDone()) {
            return true;
        }
        long age = System.nanoTime() - known.since();
        if (known.worked().isCompletedExceptionally()) {
            return false;
        }
        return age < FRESH || (age < GOOD && !answers.isStale(known.worked().join()));
    }
}
