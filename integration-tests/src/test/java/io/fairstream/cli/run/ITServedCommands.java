package io.fairstream.cli.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.console.Commands;
import io.fairstream.console.Commands.UnknownCommandException;
import io.fairstream.console.Commands.WrongOptionException;
import io.fairstream.console.Question;
import io.fairstream.it.commands.Lines;
import io.fairstream.it.commands.LocalFairstream;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three users hold a slot each since two hours; each test that edits has one of its own. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITServedCommands {
    private static LocalFairstream fairstream;
    private static ServedCommands served;
    private static Instant now;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start(Map.of("fairshare.interval", "0"));
        served = new ServedCommands(fairstream::settings);
        now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String since = now.minus(Duration.ofHours(2)).toString();
        fairstream.produce(
                "matches",
                directory.resolve("matches.jsonl"),
                Lines.matched("slot1", since, "alice@a.org", 1.0),
                Lines.matched("slot2", since, "bob@a.org", 1.0),
                Lines.matched("slot3", since, "carol@a.org", 1.0));
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static Question question(String words, String... options) {
        return new Question(
                List.of(words.split(" ", -1)),
                Arrays.stream(options)
                        .map(option -> option.split("=", 2))
                        .map(option -> new Question.Option(option[0], option.length > 1 ? option[1] : ""))
                        .toList());
    }

    private static Document show(Question question) throws Exception {
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            return served.show(question, reader);
        }
    }

    @ParameterizedTest(name = "{0} --{1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "userprio   | bootstrap-server=other:9092",
                "userprio   | set=state.dir=/",
                "userprio   | config=/etc/passwd",
                "userprio   | json",
                "userprio   | csv",
                "userprio   | help",
                "userprio   | version",
                "userprio   | no-such-option",
                "priority   | watch",
                "userprio   | most=perhaps",
                "report     | by=alice",
            })
    void optionsThatNameFilesClustersOrFormsOfOutputAreRefused(String words, String option) {
        WrongOptionException refused = assertThrows(WrongOptionException.class, () -> show(question(words, option)));
        assertTrue(
                String.valueOf(refused.getMessage()).startsWith("--" + option.split("=", 2)[0] + ": "),
                refused.toString());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "produce,             \"produce\": no such command here",
        "'',                  '\"\": no such command here'",
        "standalone,          \"standalone\": no such command here",
    })
    void onlyCommandsThatReadAreThere(String words, String message) {
        UnknownCommandException refused = assertThrows(UnknownCommandException.class, () -> show(question(words)));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(message), refused.toString());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"userprio", "report balances", "priority", "shares", "status"})
    void whatReadsAnswersAsAnywhere(String words) {
        assertDoesNotThrow(() -> show(question(words, "zone=Asia/Tokyo")));
    }

    @Test
    void commandsThatDoNotShowAndWordsThatNobodyKnowsAreRefused() {
        assertThrows(WrongOptionException.class, () -> show(question("report")));
        assertThrows(WrongOptionException.class, () -> show(question("report no-such-report")));
        assertThrows(WrongOptionException.class, () -> show(question("shares load file.csv")));
    }

    @Test
    void anArgumentThatBeginsWithADashIsAName() {
        Failure unknown = assertThrows(Failure.class, () -> show(question("explain --set")));
        assertTrue(String.valueOf(unknown.getMessage()).startsWith("unknown name \"--set\": "), unknown.toString());
    }

    @Test
    void aZoneThatIsNoneIsRefused() {
        assertThrows(WrongOptionException.class, () -> show(question("userprio", "zone=Mars/Olympus")));
    }

    private static Commands.Made edit(String... words) {
        return served.edit(List.of(words), "root@head", "");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "userprio",
        "userprio alice",
        "userprio --reset-all",
        "userprio --most",
        "userprio --set-factor alice@a.org 2 --bootstrap-server=other:9092",
        "userprio --set-factor alice@a.org 2 --by=mallory",
        "userprio --set-factor",
        "shares load /etc/passwd",
        "shares dump",
        "shares set root/nobody/knows 5 --config=/etc/passwd",
    })
    void whatIsNoEditIsRefused(String words) {
        assertThrows(WrongOptionException.class, () -> edit(words.split(" ", -1)));
    }

    @Test
    void anEditOfWhatIsNoNumberIsRefused() {
        assertThrows(Failure.class, () -> edit("userprio", "--set-factor", "alice@a.org", "nothing"));
    }

    @Test
    void whatReadsDoesNotEdit() {
        assertThrows(UnknownCommandException.class, () -> edit("report", "balances"));
        assertThrows(UnknownCommandException.class, () -> served.edit(List.of(), "root", ""));
    }

    @Test
    void aReasonIsKeptWhereThereIsAPlaceForIt() {
        WrongOptionException refused = assertThrows(
                WrongOptionException.class,
                () -> served.edit(List.of("shares", "add", "root/reason"), "root", "because"));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("reason: "), refused.toString());
        Commands.Made made =
                served.edit(List.of("userprio", "--set-factor", "carol@a.org", "3"), "root@head", "a deadline");
        assertTrue(made.rows().get(0).contains("\"reason\":\"a deadline\""), made.toString());
        assertTrue(made.rows().get(0).contains("\"by\":\"root@head"), made.toString());
    }

    private static double factor(String customer) {
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            return reader.latest(Topics.PRIORITIES, customer)
                    .map(Priority::getPriorityFactor)
                    .orElseThrow();
        }
    }

    private static void await(Predicate<TopicReader> holds) throws InterruptedException {
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
            while (!holds.test(reader)) {
                assertTrue(System.nanoTime() < end, "not within 5 min");
                Thread.sleep(100);
            }
        }
    }

    private static void awaitFactor(String customer, double factor) throws InterruptedException {
        await(reader -> reader.latest(Topics.PRIORITIES, customer)
                .filter(row -> row.getPriorityFactor() == factor)
                .isPresent());
    }

    @Test
    void anEditIsTakenBackByItsUndo() throws Exception {
        double before = factor("alice@a.org");
        Commands.Made made = edit("userprio", "--set-factor", "alice@a.org", "7");
        awaitFactor("alice@a.org", 7);
        assertFalse(made.undo().isEmpty(), made.toString());
        served.edit(made.undo(), "root@head", "");
        awaitFactor("alice@a.org", before);
    }

    @Test
    void anEditThatActsEarlierThanAnotherHasNoUndoThatWouldTakeBackTheOther() throws Exception {
        edit("userprio", "--set-factor", "bob@a.org", "7");
        awaitFactor("bob@a.org", 7);
        Commands.Made earlier =
                edit("userprio", "--set-factor", "bob@a.org", "9", "--at=" + now.minus(Duration.ofHours(1)));
        assertEquals(List.of(), earlier.undo());
        assertEquals(7, factor("bob@a.org"));
    }

    private static Map<String, Double> shares() {
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            return reader.latest(Topics.SHARES).stream()
                    .collect(Collectors.toMap(ShareNode::getPath, ShareNode::getShares));
        }
    }

    @Test
    void editsOfSharesAreTakenBackByTheirUndo() {
        Commands.Made root = edit("shares", "add", "root", "--kind=BANK");
        assertEquals(List.of("shares", "remove", "root"), root.undo());
        Commands.Made added = edit("shares", "add", "root/physics", "--shares=3", "--kind=BANK");
        assertEquals(List.of("shares", "remove", "root/physics"), added.undo());
        Commands.Made set = edit("shares", "set", "root/physics", "5");
        assertEquals(List.of("shares", "set", "root/physics", "3.0"), set.undo());
        assertEquals(5, shares().get("root/physics"));
        served.edit(set.undo(), "root@head", "");
        assertEquals(3, shares().get("root/physics"));
        Commands.Made disabled = edit("shares", "disable", "root/physics");
        assertEquals(List.of("shares", "enable", "root/physics"), disabled.undo());
        served.edit(disabled.undo(), "root@head", "");
        Commands.Made removed = edit("shares", "remove", "root/physics");
        assertEquals(List.of("shares", "add", "root/physics", "--shares=3.0", "--kind=BANK"), removed.undo());
        served.edit(removed.undo(), "root@head", "");
        assertEquals(3, shares().get("root/physics"));
        assertEquals(
                List.of("root/physics: as it was"),
                edit("shares", "set", "root/physics", "3").warnings());
    }

    @Test
    void editsInAPoolOfThePastActAsThoseOfAPoolOfToday() throws Exception {
        try (LocalFairstream past = LocalFairstream.start()) {
            past.produce(
                    "matches",
                    directory.resolve("past.jsonl"),
                    Lines.matched("slot1", "2024-01-02T08:00:00Z", "dave@a.org", 1.0));
            fairstream.produce(
                    "matches",
                    directory.resolve("today.jsonl"),
                    Lines.matched("slot4", now.toString(), "dave@a.org", 1.0));
            assertEquals(factorsOfEdits(fairstream), factorsOfEdits(past));
        }
    }

    /** Factors after edits of several authors, among them equal ones, leases, and what takes each back. */
    private static List<String> factorsOfEdits(LocalFairstream pool) throws Exception {
        ServedCommands console = new ServedCommands(pool::settings);
        List<String> factors = new ArrayList<>();
        for (String line : List.of(
                "zoe 20", "zoe 10", "zoe 20", "adam 10", "adam 20", "zoe 10 --duration=PT6H", "adam 30", "zoe 40")) {
            String[] words = line.split(" ", -1);
            List<String> edit = new ArrayList<>(List.of("userprio", "--set-factor", "dave@a.org"));
            edit.addAll(List.of(words).subList(1, words.length));
            Commands.Made made = console.edit(edit, words[0], "");
            factors.add(line + ": " + settled(pool) + ", undo " + made.undo());
            if (!made.undo().isEmpty()) {
                console.edit(made.undo(), "mia", "");
                factors.add("taken back: " + settled(pool));
                console.edit(edit, words[0], "");
                factors.add("again: " + settled(pool));
            }
        }
        return factors;
    }

    private static double settled(LocalFairstream pool) throws InterruptedException {
        pool.awaitCaughtUp();
        try (TopicReader reader = new TopicReader(pool.settings())) {
            return reader.latest(Topics.PRIORITIES, "dave@a.org")
                    .map(Priority::getPriorityFactor)
                    .orElseThrow();
        }
    }
}
