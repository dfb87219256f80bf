package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.params.provider.CsvSource;
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
    void anEditActsAtThePresentOfItsPool() {
        String[] edit = "userprio -setfactor alice 5 --new --no-wait --json".split(" ", -1);
        Console then = topics.run(edit);
        assertEquals(0, then.exitCode(), then.toString());
        assertTrue(then.out().get(0).contains("\"at\":\"" + JANUARY + "\""), then.toString());
        String warning = then.err().get(0);
        assertTrue(warning.startsWith("The edit acts at " + JANUARY) && warning.contains("--at now"), warning);
    }

    @ParameterizedTest
    @CsvSource({"latest, 2026-01-06T02:00:00Z", "2026-01-07T00:00:00Z, 2026-01-07T00:00:00Z", "now, 2"})
    void anEditActsAtTheTimeThatIsRequested(String at, String expected) {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Console edited = topics.run(("userprio -setfactor alice 5 --new --no-wait --json --at " + at).split(" ", -1));
        assertEquals(List.of(), edited.err());
        assertTrue(edited.out().get(0).contains("\"at\":\"" + expected), edited.toString());
        if (at.equals("now")) {
            assertFalse(at(edited).isBefore(before), edited.toString());
        }
    }

    private static Instant at(Console edited) {
        return Instant.parse(edited.out().get(0).replaceFirst(".*\"at\":\"([^\"]*)\".*", "$1"));
    }

    @Test
    void aListingOfPrioritiesIsAsOfThePresentOfItsPool() {
        Console listed = topics.run("userprio", "--all-users");
        assertEquals(0, listed.exitCode(), listed.toString());
        assertTrue(listed.err().get(0).startsWith("As of " + JANUARY), listed.toString());
    }

    @Test
    void programsGetRowsOnly() {
        Console console = topics.run("report", "balances", "--json");
        assertEquals(List.of(), console.out(), console.toString());
    }
}
