package io.fairstream.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.cli.report.ReportCommand;
import io.fairstream.it.commands.Lines;
import io.fairstream.it.commands.LocalFairstream;
import io.fairstream.query.records.ClusterWatch;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Answers of a console to a user, alice, who used something before all others: bob, carol and dave. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITOwnAnswers {
    private static final String ALICE = "token-of-alice-for-tests";
    private static final String ROOT = "token-of-root-for-tests-only";
    private static final Pattern OTHERS = Pattern.compile("(?i)bob|carol|dave|slot-of-[bcd]");
    /** After all that alice did, and before what the others did last. */
    private static final String BETWEEN = "2026-03-02T11:00:00Z";

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path directory;

    private static LocalFairstream fairstream;
    private static ServedConsole console;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start(Map.of("fairshare.interval", "0", "fairshare.policy", "classic"));
        List<String> matches = new ArrayList<>();
        List<String> jobs = new ArrayList<>();
        List<String> customers = List.of("alice", "bob", "carol", "dave");
        for (int i = 0; i < customers.size(); i++) {
            String customer = customers.get(i);
            String begin = "2026-03-02T0" + (8 + Math.min(i, 1)) + ":00:00Z";
            matches.add(Lines.matched("slot-of-" + customer, begin, customer, i + 1));
            matches.add(Lines.unmatched(
                    "slot-of-" + customer, i == 0 ? "2026-03-02T10:00:00Z" : "2026-03-02T1" + (i + 1) + ":00:00Z"));
            jobs.add(job(6 + i, customer, "PENDING", begin));
            jobs.add(job(6 + i, customer, "RUNNING", begin));
        }
        matches.add(Lines.matched("slot-of-alice", "2026-03-02T10:30:00Z", "alice", 1));
        matches.add(Lines.matched("slot-of-dave", "2026-03-02T15:00:00Z", "dave", 3));
        fairstream.produce("matches", directory.resolve("matches.jsonl"), matches.toArray(String[]::new));
        fairstream.produce("job-events", directory.resolve("jobs.jsonl"), jobs.toArray(String[]::new));
        fairstream.produce(
                "account-edits",
                directory.resolve("edits.jsonl"),
                Lines.edit("bob", "2026-03-02T09:30:00Z", "{\"SetFactor\":{\"factor\":5}}"));
        Path tokens = Files.writeString(
                directory.resolve("tokens"), ALICE + " alice user\n" + ROOT + " root administrator\n");
        ConsoleOptions options = CommandLine.populateCommand(
                new ConsoleOptions(), "--tokens", tokens.toString(), "--listen", "127.0.0.1:0");
        console = ServedConsole.start(
                fairstream.settings(), fairstream::settings, options, 0, ClusterWatch.Listener.NONE);
    }

    private static String job(int job, String user, String state, String at) {
        return String.format(
                "{\"cluster\":\"tux\",\"jobId\":%d,\"at\":\"%s\",\"state\":\"%s\",\"user\":\"%s\",\"bank\":\"root\","
                        + "\"groups\":[\"users\"],\"partition\":\"batch\",\"processors\":1,\"nodes\":1}",
                job, at, state, user);
    }

    @AfterAll
    static void stop() {
        console.close();
        fairstream.close();
    }

    private static HttpResponse<String> get(String token, String question) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(console.url() + "api/v1/" + question))
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Every command with every subcommand that the console serves. */
    private static List<String> questions() throws Exception {
        List<String> questions = new ArrayList<>();
        for (JsonNode command : JSON.readTree(get(ALICE, "me").body()).path("commands")) {
            questions.add(command.asText());
        }
        Map<String, CommandLine> reports = new CommandLine(ReportCommand.class).getSubcommands();
        reports.forEach((name, report) -> {
            questions.add("report/" + name);
            report.getSubcommands().keySet().forEach(sub -> questions.add("report/" + name + "/" + sub));
        });
        for (String table : List.of(
                "priorities",
                "open-matches",
                "match-records",
                "jobs",
                "job-accounting",
                "user-accounting",
                "hosts",
                "association-usage",
                "fair-share",
                "nodes",
                "settings",
                "charges",
                "input-counts",
                "rejections",
                "shares")) {
            questions.add("table/" + table);
        }
        for (String more : List.of(
                "explain/alice",
                "explain/bob",
                "explain/ALICE",
                "explain/root/bob",
                "explain/root%2Fbob",
                "explain/root%2Falice",
                "find/a",
                "find/bob",
                "find/d",
                "userprio/bob",
                "userprio/nobody",
                "report/history/bob",
                "report/history/alice")) {
            questions.add(more);
        }
        return questions;
    }

    private static final List<String> OPTIONS = List.of(
            "",
            "at=1970-01-01T00:00:00Z",
            "at=2026-01-01T00:00:00Z",
            "at=" + BETWEEN,
            "at=latest",
            "at=nonsense",
            "key=bob",
            "key=bob&at=" + BETWEEN,
            "user=bob",
            "customer=bob",
            "matches=bob",
            "history=bob",
            "bank=nowhere",
            "bank=bob",
            "policy=fair-tree,condor&at=" + BETWEEN,
            "published",
            "constraint=Priority+%3C+99",
            "constraint=Nobody+%3C+99",
            "all-users&flat",
            "hierarchical&all-users",
            "group-rollup&all-users",
            "all-users&long",
            "start=2026-03-01&end=2026-03-04",
            "start=2026-03-01&end=2026-03-04&top=1",
            "by=user",
            "_sort=nothing",
            "_find=bob",
            "_find=bob&_format=csv",
            "_format=json&at=" + BETWEEN);

    @Test
    void noAnswerAndNoRefusalToAUserNamesAnother() throws Exception {
        int answered = 0;
        for (String question : questions()) {
            for (String options : OPTIONS) {
                HttpResponse<String> answer = get(ALICE, question + (options.isEmpty() ? "" : "?" + options));
                answered += answer.statusCode() == 200 ? 1 : 0;
                String own = answer.body().replace("\"" + question.replace('/', ' ') + "\"", "");
                String asked = (question + "?" + options).toLowerCase(Locale.ROOT);
                boolean isQuoted = answer.statusCode() != 200 && asked.contains("bob");
                assertFalse(
                        OTHERS.matcher(isQuoted ? own.replaceAll("(?i)bob", "") : own)
                                .find(),
                        () -> question + "?" + options + " -> " + answer.statusCode() + " " + answer.body());
                assertTrue(answer.statusCode() < 500, () -> question + "?" + options + " -> " + answer.body());
            }
        }
        assertTrue(answered > 100, "" + answered);
    }

    /** An answer does not reveal that somebody exists: a known name is answered like an unknown one. */
    @Test
    void whoAsksForAnotherHearsTheSameAsForNobody() throws Exception {
        for (String question : Stream.of(
                        "userprio/NAME",
                        "userprio?matches=NAME",
                        "userprio?history=NAME",
                        "report/history/NAME",
                        "table/priorities?key=NAME",
                        "find/NAME",
                        "explain/NAME",
                        "report/edits?customer=NAME",
                        "jobs?user=NAME",
                        "priority?user=NAME")
                .toList()) {
            HttpResponse<String> another = get(ALICE, question.replace("NAME", "bob"));
            HttpResponse<String> nobody = get(ALICE, question.replace("NAME", "nob"));
            assertEquals(nobody.statusCode(), another.statusCode(), question);
            assertEquals(nobody.body().replace("nob", "bob"), another.body(), question);
        }
        String another = get(ALICE, "priority/tux%2F7").body();
        assertEquals(get(ALICE, "priority/tux%2F77").body().replace("tux/77", "tux/7"), another);
    }

    @Test
    void beforeTheLastUseOfOthersOwnRowsAreAnsweredWithoutARank() throws Exception {
        JsonNode own = row(get(ALICE, "userprio?all-users&at=" + BETWEEN), "customer", "alice");
        assertEquals("alice", own.path("fields").path("customer").asText());
        assertEquals(422, get(ROOT, "userprio?all-users&at=" + BETWEEN).statusCode());
        assertEquals(200, get(ALICE, "table/priorities?at=" + BETWEEN).statusCode());
        assertEquals("", cell(get(ALICE, "userprio?all-users&at=" + BETWEEN), "alice", "rank"));
    }

    @Test
    void ranksAndPartsAreOfAllRows() throws Exception {
        String question = "userprio?all-users&at=2026-03-02T15:00:00Z";
        for (String column : List.of("rank", "ranked", "weightInUseOfAll")) {
            String seenByAll = cell(get(ROOT, question), "alice", column);
            assertEquals(seenByAll, cell(get(ALICE, question), "alice", column), column);
        }
        assertEquals("4", cell(get(ALICE, question), "alice", "ranked"));
        assertEquals("4", cell(get(ALICE, question), "alice", "weightInUseOfAll"));
        JsonNode mine = row(get(ALICE, "shares?policy=classic"), "user", "alice")
                .path("fields")
                .path("classic");
        JsonNode known = row(get(ROOT, "shares?policy=classic"), "user", "alice")
                .path("fields")
                .path("classic");
        assertEquals(4, mine.path("of").asInt(), mine::toString);
        assertEquals(known, mine);
    }

    private static JsonNode table(HttpResponse<String> answer) throws Exception {
        assertEquals(200, answer.statusCode(), answer::body);
        for (JsonNode section : JSON.readTree(answer.body()).path("sections")) {
            if (section.path("kind").asText().equals("table")) {
                return section;
            }
        }
        throw new AssertionError(answer.body());
    }

    private static JsonNode row(HttpResponse<String> answer, String field, String value) throws Exception {
        for (JsonNode row : table(answer).path("rows")) {
            if (row.path("fields").path(field).asText().equals(value)) {
                return row;
            }
        }
        throw new AssertionError(answer.body());
    }

    private static String cell(HttpResponse<String> answer, String customer, String column) throws Exception {
        JsonNode columns = table(answer).path("columns");
        for (int i = 0; i < columns.size(); i++) {
            if (columns.path(i).path("name").asText().equals(column)) {
                JsonNode cell = row(answer, "customer", customer).path("cells").path(i);
                return cell.isNull() ? "" : cell.asText();
            }
        }
        throw new AssertionError(column + " in " + columns);
    }
}
