package io.fairstream.console;

import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Answers.Worked;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers that say of which version they are, of whatever is asked. */
final class Scripted implements AnswerSource {
    static final Asked QUESTION = asked("userprio", Window.ALL);

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger version = new AtomicInteger(1);
    private volatile boolean isAway;
    private volatile int length;

    static Asked asked(String command, Window window) {
        return new Asked(Viewer.ANYBODY, new Question(List.of(command), List.of()), window);
    }

    /** Marks the source of an answer as changed. */
    void change() {
        version.incrementAndGet();
    }

    int version() {
        return version.get();
    }

    /** Kafka goes away, or comes back. */
    void setAway(boolean isAway) {
        this.isAway = isAway;
    }

    /** Answers are longer by so many bytes. */
    void setLength(int length) {
        this.length = length;
    }

    /** Returns the number of evaluations. */
    int answered() {
        return answered.get();
    }

    @Override
    public Worked answer(Asked asked) {
        Optional<Reply> none = unavailable();
        int current = version.get();
        answered.incrementAndGet();
        return new Worked(none.orElseGet(() -> Reply.json(text(current) + " ".repeat(length))), Map.of());
    }

    static String text(int version) {
        return "{\"version\":" + version + "}";
    }

    @Override
    public boolean isStale(Worked worked) {
        if (worked.reply().status() == Reply.UNAVAILABLE) {
            return !isAway;
        }
        String text = new String(worked.reply().body(), StandardCharsets.UTF_8);
        return isAway || !text.startsWith(text(version()));
    }

    @Override
    public Optional<Reply> unavailable() {
        return isAway ? Optional.of(Reply.problem(Reply.UNAVAILABLE, "away")) : Optional.empty();
    }
}
