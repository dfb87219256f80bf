package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool that was replayed from January beside a cluster that is at work: each is looked at in its own time. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITPresent {
    private static final String JANUARY = "2026-01-06T02:00:00Z";
    private static final String FIRST_LINE =
            "As of " + JANUARY + ", the newest event here (--%s chooses another time).";

    private static WrittenTopics topics;

    @BeforeAll
    static void write() throws Exception {
        topics = WrittenTopics.start();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        topics.write(
                Topics.INPUT_COUNTS,
                InputCounts::getTopic,
                List.of(
                        inputCounts(Topics.MATCHES, Instant.parse(JANUARY)),
                        inputCounts(Topics.ACCOUNT_EDITS, now),
                        inputCounts(Topics.JOB_EVENTS, now),
                        inputCounts(Topics.HOST_REPORTS, Instant.parse(JANUARY))));
    }

    private static InputCounts inputCounts(Topic<?> topic, Instant newest) {
        return InputCounts.newBuilder()
                .setTopic(topic.in(Topic.DEFAULT_PREFIX))
                .setPartition(0)
                .setRead(1)
                .setApplied(1)
                .setDuplicates(0)
                .setWithoutEffect(0)
                .setRejected(0)
                .setNewest(newest)
                .build();
    }

    @AfterAll
    static void stop() {
        topics.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"negotiate --slots 10", "report balances"})
    void aSystemOfThePastIsShownInItsTimeWhateverTheOthersDo(String command) {
        Console console = topics.run(command.split(" ", -1));
        assertEquals(0, console.exitCode(), console.toString());
        assertEquals(String.format(FIRST_LINE, "at"), console.out().get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"report user top", "report usage", "priority"})
    void aSystemAtWorkIsShownNow(String command) {
        Console console = topics.run(command.split(" ", -1));
        assertEquals(0, console.exitCode(), console.toString());
        assertTrue(console.out().stream().noneMatch(line -> line.contains("2026-01-06")), console.toString());
    }

    @Test
    void whoAsksForATimeGetsThat() {
        Console console = topics.run("negotiate", "--slots", "10", "--at", "2026-01-07T02:00:00Z");
        assertEquals(0, console.exitCode(), console.toString());
        assertTrue(console.out().get(0).startsWith("At 2026-01-07T02:00:00Z:"), console.toString());
    }

    @Test
    void anEditThatActsLongAfterTheNewestEventSaysSo() {
        String[] edit = "userprio -setfactor alice 5 --new --no-wait --json".split(" ", -1);
        Console console = topics.run(edit);
        assertEquals(0, console.exitCode(), console.toString());
        assertTrue(console.err().get(0).startsWith("the newest event is of " + JANUARY), console.toString());
        String[] then = "userprio -setfactor alice 5 --new --no-wait --at latest --json".split(" ", -1);
        Console past = topics.run(then);
        assertEquals(List.of(), past.err());
        assertTrue(past.out().get(0).contains("\"at\":\"" + JANUARY + "\""), past.toString());
    }

    @Test
    void programsGetRowsOnly() {
        Console console = topics.run("report", "balances", "--json");
        assertEquals(List.of(), console.out(), console.toString());
    }
}
