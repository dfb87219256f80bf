package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.console.Answers.Asked;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Equal questions at about the same time get the same answer. */
class SharedAnswersTest {
    private final Scripted answers = new Scripted();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final SharedAnswers shared = new SharedAnswers(answers, waiting::add);

    private void work() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    private String answer(Asked asked) {
        CompletableFuture<Reply> reply = shared.reply(asked);
        work();
        return new String(reply.join().body(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void whatManyAskIsWorkedOutOnce() {
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            replies.add(shared.reply(Scripted.QUESTION));
        }
        assertEquals(1, waiting.size());
        assertFalse(replies.get(0).isDone());
        work();
        replies.forEach(reply -> assertEquals(replies.get(0).join(), reply.join()));
        assertEquals(1, answers.answered());
    }

    @Test
    void anotherQuestionHasAnAnswerOfItsOwn() {
        Viewer alice = new Viewer("alice", Viewer.Role.USER);
        List<Asked> different = List.of(
                Scripted.QUESTION,
                Scripted.asked("status", Window.ALL),
                Scripted.asked("userprio", Window.of(List.of(new Question.Option("_limit", "1")))),
                new Asked(alice, Scripted.QUESTION.question(), Window.ALL),
                new Asked(new Viewer("alice", Viewer.Role.ADMINISTRATOR), Scripted.QUESTION.question(), Window.ALL));
        different.forEach(this::answer);
        assertEquals(different.size(), answers.answered());
    }

    @Test
    void aChangeIsSeenInAMomentAndOnlyThen() throws InterruptedException {
        assertEquals(Scripted.text(1), answer(Scripted.QUESTION));
        answers.change();
        assertEquals(Scripted.text(1), answer(Scripted.QUESTION), "however fast tables change");
        Thread.sleep(300);
        assertEquals(Scripted.text(2), answer(Scripted.QUESTION));
        Thread.sleep(300);
        assertEquals(Scripted.text(2), answer(Scripted.QUESTION));
        assertEquals(2, answers.answered(), "nothing has changed");
        Thread.sleep(750);
        answer(Scripted.QUESTION);
        assertEquals(3, answers.answered(), "numbers fade all the same");
    }

    @Test
    void whileKafkaIsAwayNobodyWaitsForAWorker() {
        CompletableFuture<Reply> before = shared.reply(Scripted.QUESTION);
        answers.setAway(true);
        assertEquals(503, shared.reply(Scripted.QUESTION).join().status());
        assertEquals(
                503,
                shared.reply(Scripted.asked("status", Window.of(List.of(new Question.Option("_format", "csv")))))
                        .join()
                        .status());
        assertEquals(1, waiting.size());
        work();
        assertEquals(503, before.join().status());
        answers.setAway(false);
        assertEquals(Scripted.text(1), answer(Scripted.asked("status", Window.ALL)));
    }

    @Test
    void whatIsLargeOrAllRowsIsNotKept() {
        answer(Scripted.QUESTION);
        assertEquals(1, shared.kept());
        answers.setLength(2 << 20);
        answer(Scripted.asked("status", Window.ALL));
        assertEquals(1, shared.kept());
        answers.setLength(0);
        answer(Scripted.asked("jobs", Window.of(List.of(new Question.Option("_format", "json")))));
        assertEquals(1, shared.kept());
        for (int i = 0; i < 1000; i++) {
            answer(Scripted.asked("jobs" + i, Window.ALL));
        }
        assertEquals(256, shared.kept(), "the oldest go");
    }

    @Test
    void tooMuchToDoIsSaidAndForgotten() {
        SharedAnswers busy = new SharedAnswers(answers, work -> {
            if (waiting.size() == 1) {
                throw new RejectedExecutionException("too much");
            }
            waiting.add(work);
        });
        CompletableFuture<Reply> first = busy.reply(Scripted.QUESTION);
        Asked other = Scripted.asked("status", Window.ALL);
        assertThrows(RejectedExecutionException.class, () -> busy.reply(other));
        work();
        assertEquals(200, first.join().status());
        CompletableFuture<Reply> again = busy.reply(other);
        work();
        assertEquals(200, again.join().status());
    }
}
