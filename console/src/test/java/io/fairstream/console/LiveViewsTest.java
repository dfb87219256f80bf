package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are sent again when they change. */
class LiveViewsTest {
    private static final int MANY = 200;

    private final Scripted answers = new Scripted();
    private final ExecutorService workers = Executors.newFixedThreadPool(3);
    private final LiveViews views = new LiveViews(answers, workers);

    @AfterEach
    void close() {
        views.close();
        workers.shutdownNow();
    }

    /** Somebody who keeps all that is sent. */
    private static class Reader implements LiveViews.Subscriber {
        private final List<String> events = new CopyOnWriteArrayList<>();
        private final AtomicInteger checks = new AtomicInteger();

        @Override
        public void send(byte[] event) {
            events.add(new String(event, StandardCharsets.UTF_8));
        }

        @Override
        public void beat() {
            // says nothing
        }

        @Override
        public void check() {
            checks.incrementAndGet();
        }

        final String last() {
            return events.isEmpty() ? "" : events.get(events.size() - 1);
        }
    }

    private static String document(int version) {
        return "event: document\ndata: " + Scripted.text(version) + "\n\n";
    }

    private List<Reader> readers(int count) {
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Reader reader = new Reader();
            readers.add(reader);
            views.subscribe(Scripted.QUESTION, reader);
        }
        return readers;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + 120_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it does not come");
            Thread.sleep(10);
        }
    }

    private static boolean haveAll(List<Reader> readers, String last) {
        return readers.stream().allMatch(reader -> reader.last().equals(last));
    }

    @Test
    void howeverManyLookItIsWorkedOutOnce() throws InterruptedException {
        List<Reader> readers = readers(MANY);
        await(() -> haveAll(readers, document(1)));
        assertEquals(1, answers.answered());
        answers.change();
        await(() -> haveAll(readers, document(2)));
        assertEquals(2, answers.answered());
        readers.forEach(reader -> assertEquals(List.of(document(1), document(2)), reader.events));
        assertEquals(MANY, views.subscribers());
        Reader late = new Reader();
        views.subscribe(Scripted.QUESTION, late);
        assertEquals(List.of(document(2)), late.events, "who comes later gets what is there");
        assertEquals(2, answers.answered());
    }

    @Test
    void whatDoesNotChangeIsNotSentAgain() throws InterruptedException {
        List<Reader> readers = readers(1);
        await(() -> haveAll(readers, document(1)));
        Thread.sleep(700);
        assertEquals(List.of(document(1)), readers.get(0).events);
        assertEquals(1, answers.answered());
    }

    @Test
    void whoHasGoneGetsNothingAndNothingIsWorkedOutForNobody() throws InterruptedException {
        List<Reader> readers = readers(2);
        await(() -> haveAll(readers, document(1)));
        readers.forEach(reader -> views.unsubscribe(Scripted.QUESTION, reader));
        views.unsubscribe(Scripted.QUESTION, readers.get(0));
        assertEquals(0, views.subscribers());
        answers.change();
        Thread.sleep(500);
        assertEquals(1, answers.answered());
        assertTrue(haveAll(readers, document(1)));
    }

    /** A browser goes from a page to the same page again: its old stream fails while its new one begins. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whoLeavesWhileAnotherComesHoldsNobodyUp(int others) throws InterruptedException {
        List<Reader> readers = readers(others);
        Reader late = new Reader();
        Thread coming = new Thread(() -> views.subscribe(Scripted.QUESTION, late), "coming");
        coming.setDaemon(true);
        Reader leaving = new Reader() {
            @Override
            public void send(byte[] event) {
                super.send(event);
                if (last().equals(document(2))) {
                    coming.start();
                    while (coming.getState() != Thread.State.BLOCKED && coming.isAlive()) {
                        Thread.onSpinWait();
                    }
                    views.unsubscribe(Scripted.QUESTION, this);
                }
            }
        };
        views.subscribe(Scripted.QUESTION, leaving);
        readers.add(leaving);
        await(() -> haveAll(readers, document(1)));
        answers.change();
        readers.add(late);
        await(() -> haveAll(readers, document(2)));
        assertEquals(List.of(document(2)), late.events);
        assertEquals(others + 1, views.subscribers());
    }

    @Test
    void changesThatComeFastAreSentTogether() throws InterruptedException {
        List<Reader> readers = readers(1);
        await(() -> haveAll(readers, document(1)));
        long begin = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            answers.change();
            Thread.sleep(10);
        }
        await(() -> haveAll(readers, document(101)));
        long millis = (System.nanoTime() - begin) / 1_000_000;
        assertTrue(readers.get(0).events.size() <= 2 + millis / 250, () -> readers.get(0).events + " in " + millis);
    }

    @Test
    void whileKafkaIsAwayAProblemIsSentAlsoWhenAllWorkersWait() throws InterruptedException {
        List<Reader> readers = readers(2);
        await(() -> haveAll(readers, document(1)));
        Object gate = new Object();
        synchronized (gate) {
            for (int i = 0; i < 3; i++) {
                workers.execute(() -> {
                    synchronized (gate) {
                        gate.notifyAll();
                    }
                });
            }
            answers.setAway(true);
            await(() -> readers.stream().allMatch(reader -> reader.last().startsWith("event: problem\n")));
        }
        answers.setAway(false);
        await(() -> haveAll(readers, document(1)));
        readers.forEach(reader -> assertEquals(3, reader.events.size(), reader.events::toString));
    }

    @Test
    void whoLooksIsAskedEverySecondWhetherTheyMay() throws InterruptedException {
        List<Reader> readers = readers(1);
        await(() -> readers.get(0).checks.get() >= 2);
    }

    /** All of many readers during changes end with the newest answer. */
    @Test
    void nobodyEndsWithAnOlderAnswerThanTheNewest() throws InterruptedException {
        List<Reader> readers = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 500; i++) {
                readers.addAll(readers(1));
            }
            answers.change();
            Thread.sleep(30);
        }
        await(() -> haveAll(readers, document(answers.version())));
        Thread.sleep(300);
        assertTrue(haveAll(readers, document(answers.version())));
    }
}
