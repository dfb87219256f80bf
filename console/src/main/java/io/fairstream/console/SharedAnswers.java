package io.fairstream.console;

import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Answers.Worked;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Answers that all who ask the same at about the same time get, worked out once. */
final class SharedAnswers {
    /** However fast tables change, a page is not looked at faster. */
    private static final long FRESH = Duration.ofMillis(250).toNanos();

    /** Numbers fade also while nothing is heard. */
    private static final long GOOD = Duration.ofSeconds(1).toNanos();

    private static final int MOST = 256;
    private static final int LARGEST = 1 << 20;

    private final AnswerSource answers;
    private final Executor workers;
    private final Map<Asked, Shared> shared = new LinkedHashMap<>();

    /** An answer that somebody works out, or that is there. */
    private record Shared(CompletableFuture<Worked> worked, long since) {}

    SharedAnswers(AnswerSource answers, Executor workers) {
        this.answers = answers;
        this.workers = workers;
    }

    /**
     * The reply; at once, without waiting for others, if there can be none.
     *
     * @throws java.util.concurrent.RejectedExecutionException if there is too much to do
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

    /** Forgets a large answer, which is given to those who wait for it and not kept. */
    private void forget(Asked asked, Shared large) {
        synchronized (shared) {
            shared.remove(asked, large);
        }
    }

    /** Returns the number of answers kept. */
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
