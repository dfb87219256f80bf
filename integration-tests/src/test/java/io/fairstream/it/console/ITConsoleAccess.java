package io.fairstream.it.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import io.fairstream.it.console.Chromium.Visit;
import io.fairstream.it.console.SiteConsole.Reply;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Unmatched;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rights of viewers on the console: by tokens, by a proxy's header, and without a check. */
@TestInstance(Lifecycle.PER_CLASS)
class ITConsoleAccess {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final Instant BEGIN = Instant.parse("2026-03-02T08:00:00Z");
    private static final String ALICE = "alices-token-by-chance-1";
    private static final String BOB = "bobs-token-by-chance-123";
    private static final String DAVE = "daves-token-by-chance-12";
    private static final String ROOT = "roots-token-by-chance-12";
    private static final String ALL = "/api/v1/userprio?all-users";
    private static final String EDIT =
            "{\"command\":\"userprio\",\"arguments\":[\"--set-factor\",\"carol\",\"5\"],\"reason\":\"a test\"}";
    /** Longer than the console takes to look at its file again. */
    private static final Duration SIGNED_OUT = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private static Path directory;

    @SuppressWarnings("NullAway.Init") // by start
    private Site site;

    @SuppressWarnings("NullAway.Init") // by start
    private SiteConsole open;

    @SuppressWarnings("NullAway.Init") // by start
    private SiteConsole proxied;

    private @Nullable Chromium browser;
    private @Nullable SiteConsole readers;

    @BeforeAll
    void start() throws InterruptedException {
        site = CLUSTER.site("console");
        List<MatchEvent> events = new ArrayList<>();
        for (String customer : List.of("alice", "bob")) {
            String resource = "slot-of-" + customer;
            events.add(new MatchEvent(resource, "", BEGIN, new Matched(customer, 1.0, "1")));
            events.add(new MatchEvent(resource, "", BEGIN.plusSeconds(3600), new Unmatched("1")));
        }
        events.add(new MatchEvent("slot-of-carol", "", BEGIN.minusSeconds(7200), new Matched("carol", 3.0, "1")));
        site.start(Map.of());
        site.matches(events).awaitCaughtUp();
        open = SiteConsole.start(site, "127.0.0.2:0");
        proxied = SiteConsole.start(
                site, "0.0.0.0:0", "--user-header", "X-Remote-User", "--administrators", "root", "--allow-edits");
    }

    @AfterAll
    void stop() {
        open.close();
        proxied.close();
        if (readers != null) {
            readers.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--listen 0.0.0.0:0 | --listen: 0.0.0.0:0 (expected: an address of this machine only such as 127.0.0.1:8088,"
                        + " or --tokens or --user-header)",
                "--listen 127.0.0.1 | --listen: 127.0.0.1 (expected: HOST:PORT)",
                "--listen 127.0.0.1:70000 | --listen: 127.0.0.1:70000 (expected: HOST:PORT)",
                "--tokens file --user-header X-User | --tokens and --user-header (expected: one of them)",
                "--administrators root | --administrators: needs --user-header (a file of --tokens names its administrators)",
            })
    void itDoesNotStart(String options, String sentence) {
        List<String> command = new ArrayList<>(List.of("console"));
        command.addAll(List.of(options.strip().split(" ", -1)));
        Console console = Console.run(command);
        assertEquals(2, console.exitCode(), console::toString);
        assertTrue(console.err().stream().anyMatch(line -> line.contains(sentence)), console::toString);
    }

    /** New page, without cookies, in the browser of this class. */
    private Visit visit() {
        Chromium started = browser == null ? Chromium.start(ITConsoleAccess.class) : browser;
        browser = started;
        return started.visit(1280, 900, ColorScheme.LIGHT);
    }

    /** Console of this class with tokens for two users and an administrator. */
    private SiteConsole readers() throws IOException, InterruptedException {
        SiteConsole started = readers == null
                ? withTokens(
                        tokens("readers", ALICE + " alice user", DAVE + " dave user", ROOT + " root administrator"))
                : readers;
        readers = started;
        return started;
    }

    private static Path tokens(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines));
    }

    private static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    private SiteConsole withTokens(Path file) throws InterruptedException {
        return SiteConsole.start(site, "0.0.0.0:0", "--tokens", file.toString(), "--allow-edits");
    }

    private static final String[] LINES = {
        "# who may look", ALICE + " alice user", BOB + " bob user", ROOT + " root administrator"
    };

    @Test
    void balancesForOpenOnDemandAreForAdministratorsWithAToken() throws IOException, InterruptedException {
        String balances = "/api/v1/open-ondemand/balances";
        Path file = tokens("balances", LINES);
        try (SiteConsole console =
                SiteConsole.start(site, "0.0.0.0:0", "--tokens", file.toString(), "--set", "budgets=root/physics=10")) {
            assertEquals(401, console.get(balances).status());
            assertEquals(403, console.get(balances, bearer(ALICE)).status());
            Reply reply = console.get(balances, bearer(ROOT));
            assertEquals(200, reply.status(), reply::problem);
            assertEquals(1, reply.json().path("version").asInt());
            assertEquals("node-hour", reply.json().path("config").path("unit").asText());
            assertTrue(reply.json().path("balances").isArray());
            assertTrue(reply.json().path("timestamp").asLong() > BEGIN.getEpochSecond());
        }
        Reply without = open.get(balances);
        assertEquals(422, without.status());
        assertTrue(without.problem().startsWith("budgets: none"), without::problem);
    }

    @Test
    void whoHasATokenSeesWhatIsTheirOwn() throws IOException, InterruptedException {
        try (SiteConsole console = withTokens(tokens("tokens", LINES))) {
            for (Reply reply : List.of(
                    console.get(ALL),
                    console.get("/api/v1/me"),
                    console.get(ALL, bearer(ALICE + "x")),
                    console.get(ALL, "Authorization", "Basic " + ALICE),
                    console.get(ALL, "Cookie", "fairstream-session=" + ALICE),
                    console.post("/api/v1/edits", EDIT, "X-Fairstream", "console"))) {
                assertEquals(401, reply.status());
                assertEquals("Sign in with a token.", reply.problem());
                assertEquals(
                        "Bearer",
                        reply.response()
                                .headers()
                                .firstValue("WWW-Authenticate")
                                .orElse(""));
            }
            Reply alice = console.get(ALL, bearer(ALICE));
            assertEquals(List.of("alice"), alice.values("customer"));
            assertFalse(
                    alice.response().body().contains("bob"), alice.response().body());
            assertEquals(List.of("bob"), console.get(ALL, bearer(BOB)).values("customer"));
            assertEquals(3, console.get(ALL, bearer(ROOT)).values("customer").size());
            assertEquals(403, console.get("/api/v1/explain/bob", bearer(ALICE)).status());
            assertEquals(
                    200, console.get("/api/v1/explain/alice", bearer(ALICE)).status());
            assertEquals(403, console.get("/api/v1/audit", bearer(ALICE)).status());
            assertEquals(200, console.get("/api/v1/audit", bearer(ROOT)).status());
            String csv =
                    console.get(ALL + "&_format=csv", bearer(ALICE)).response().body();
            assertTrue(csv.contains("alice") && !csv.contains("bob"), csv);
            assertEquals(
                    401,
                    console.post("/api/v1/session", ALICE + "x", "X-Fairstream", "console")
                            .status());
            assertEquals(403, console.post("/api/v1/session", ALICE).status());
            Reply session = console.post("/api/v1/session", ALICE, "X-Fairstream", "console");
            String cookie =
                    session.response().headers().firstValue("Set-Cookie").orElse("");
            assertTrue(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), cookie);
            assertNoTokenShows(console, session, console.get("/api/v1/me", bearer(ALICE)), alice);
        }
    }

    private static void assertNoTokenShows(SiteConsole console, Reply... replies) {
        for (String token : List.of(ALICE, BOB, ROOT)) {
            assertFalse(console.log().contains(token), console::log);
            assertFalse(console.commandLine().contains(token), console::commandLine);
            for (Reply reply : replies) {
                assertFalse(reply.response().body().contains(token), reply.response()::body);
                assertFalse(reply.response().headers().toString().contains(token), "headers of " + reply);
            }
        }
    }

    @Test
    void onThePageOneSignsInAndIsSignedOutWithTheLine() throws IOException, InterruptedException {
        Path file = tokens("page-tokens", LINES);
        try (Visit visit = visit();
                SiteConsole console = withTokens(file);
                InputStream stream = stream(console, BOB)) {
            Page page = visit.page();
            page.navigate(console.url().replace("0.0.0.0", "127.0.0.1") + "/tables/priorities");
            assertThat(page.locator("h1")).hasText("Sign in");
            signIn(page, "not-a-token-that-anybody-has");
            assertThat(page.locator("main .problem")).containsText("unknown token");
            signIn(page, BOB);
            assertThat(page.locator("main td:has-text('bob')").first()).isVisible();
            assertThat(page.locator("main td:has-text('alice')")).hasCount(0);
            tokens("page-tokens", LINES[0], LINES[1], LINES[3]);
            awaitSignedOut(console, BOB);
            assertTrue(endsSoon(stream), "what was open ends, too");
            assertThat(page.locator("h1")).hasText("Sign in");
            assertThat(page.locator("main td")).hasCount(0);
            assertEquals(200, console.get(ALL, bearer(ALICE)).status(), "the others stay");
            tokens("page-tokens", LINES[0]);
            awaitSignedOut(console, ALICE);
            tokens("page-tokens", LINES[1], "this line is of five words");
            Thread.sleep(SIGNED_OUT.toMillis());
            assertEquals(401, console.get(ALL, bearer(ALICE)).status(), "a file with a wrong line changes nothing");
            assertTrue(console.log().contains("page-tokens:2: 6 words"), console::log);
            assertNoTokenShows(console);
        }
    }

    /** Alice and Bob tie for the first place and hold nothing, Carol holds a slot, and Dave has no row. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ALICE + " | /pool | alice is #1 of 3. | 0 of it is yours | You hold nothing.",
                DAVE
                        + " | /pool | lower is better, and #1 is served first. | only your own rows are shown | You hold nothing.",
                DAVE + " | /me | Choose a customer. | There is no row that you may see. | ",
                DAVE + " | /resources | | There is no row that you may see. | ",
                DAVE + " | /nodes | | No node reports its sessions. | ",
                DAVE + " | /customer/carol | carol | You have used nothing here under this name | ",
                ROOT + " | /customer/nobody | There is no customer nobody | No customer has this name. | ",
                ALICE + " | /resource/slot-of-carol | You do not hold it now. | There is no row that you may see. | ",
                ROOT + " | /pool | 2 tie for the first place | held by 1 | carol",
            })
    void aPageSaysWhatItsReaderMayKnow(String token, String path, String lead, String sentence, String holders)
            throws IOException, InterruptedException {
        try (Visit visit = visit()) {
            Page page = visit.page();
            page.navigate(readers().url().replace("0.0.0.0", "127.0.0.1") + path);
            signIn(page, token);
            for (String expected :
                    Stream.of(lead, sentence, holders).filter(Objects::nonNull).toList()) {
                assertThat(page.locator("main")).containsText(expected);
            }
            boolean isUser = !token.equals(ROOT);
            for (String wrong : List.of("Nobody", "Nothing is", "Next in line", "No match of it")) {
                assertThat(page.locator("main")).not().containsText(wrong);
            }
            if (isUser) {
                assertThat(page.locator("main")).not().containsText("There is no customer");
            }
            page.locator("#search").fill("nemo");
            assertThat(page.locator("#found"))
                    .hasText(isUser ? "Nothing that you may see is called nemo." : "Nothing is called nemo.");
        }
    }

    /** Alice and Bob tie for the first place; more of the three might, for who sees a page of two. */
    @Test
    void aPageOfALongerListSaysWhatItsRowsShow() throws IOException, InterruptedException {
        try (Visit visit = visit()) {
            Page page = visit.page();
            page.route(
                    "**/api/v1/userprio*",
                    route -> route.resume(new Route.ResumeOptions()
                            .setUrl(route.request().url().replace("_limit=200", "_limit=2"))));
            page.navigate(open.url() + "/pool");
            assertThat(page.locator("main .lead")).containsText("At least 2 tie for the first place");
        }
    }

    private static void signIn(Page page, String token) {
        page.locator("#token").fill(token);
        page.locator("main button[type=submit]").click();
    }

    private static void awaitSignedOut(SiteConsole console, String token) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (console.get(ALL, bearer(token)).status() != 401) {
            Duration taken = Duration.ofNanos(System.nanoTime() - begin);
            assertTrue(taken.compareTo(PATIENCE) < 0, () -> "still signed in after " + taken);
            Thread.sleep(50);
        }
    }

    /** A stream of events that somebody has open. */
    private static InputStream stream(SiteConsole console, String token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(console.url() + ALL))
                .header("Accept", "text/event-stream")
                .headers(bearer(token))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofInputStream())
                .body();
    }

    /** Returns true if the stream ends within some seconds, whatever comes until then. */
    private static boolean endsSoon(InputStream stream) throws InterruptedException {
        Thread reader = new Thread(() -> {
            try (stream) {
                stream.transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException e) {
                return; // an end as well
            }
        });
        reader.setDaemon(true);
        reader.start();
        reader.join(PATIENCE.toMillis());
        return !reader.isAlive();
    }

    @Test
    void aProxySaysWhoAsks() throws IOException, InterruptedException {
        Reply nobody = proxied.get(ALL);
        assertEquals(401, nobody.status());
        assertEquals("the proxy did not send the user's name", nobody.problem());
        assertTrue(nobody.response().headers().firstValue("WWW-Authenticate").isEmpty());
        assertEquals(401, proxied.get(ALL, "X-Remote-User", "").status());
        assertEquals(
                401,
                proxied.get(ALL, "X-Remote-User", "root", "X-Remote-User", "alice")
                        .status());
        assertEquals(
                List.of("alice"), proxied.get(ALL, "X-Remote-User", "alice").values("customer"));
        assertEquals(
                3, proxied.get(ALL, "X-Remote-User", "root").values("customer").size());
        assertEquals(
                "user",
                proxied.get("/api/v1/me", "X-Remote-User", "alice")
                        .json()
                        .path("role")
                        .asText());
    }

    @ParameterizedTest
    @CsvSource({
        "HOST, 200, the address where it listens",
        "localhost:PORT, 200, a name of this machine",
        "127.0.0.1:PORT, 200, an address of this machine",
        "evil.example, 403, a page of that name that led here could read along",
        "evil.example:PORT, 403, whatever the port",
        "localhost.evil.example, 403, only the begin is the same",
        "127.0.0.1.evil.example, 403, only the begin is the same",
    })
    void itAnswersToNamesOfThisMachineOnly(String host, int status, String reason) throws IOException {
        URI address = URI.create(open.url());
        String called =
                host.replace("HOST", address.getAuthority()).replace("PORT", Integer.toString(address.getPort()));
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream()
                    .write(("GET " + ALL + " HTTP/1.1\r\nHost: " + called + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), () -> reason + "\n" + answer);
            assertEquals(status == 200, answer.contains("alice"), reason);
        }
    }

    @Test
    void editsAreForAdministratorsOfAConsoleThatAllowsThem() throws IOException, InterruptedException {
        assertRefused(
                "edits are accepted only from the console's own pages",
                proxied.post("/api/v1/edits", EDIT, as("root")));
        assertRefused(
                "edits are accepted only from the console's own pages",
                proxied.post("/api/v1/edits", EDIT, "X-Remote-User", "root", "X-Fairstream", "another"));
        assertRefused("edits are accepted only from the console's own pages", proxied.get("/api/v1/edits", as("root")));
        assertRefused(
                "only administrators may make edits", proxied.post("/api/v1/edits", EDIT, as("alice", "X-Fairstream")));
        assertRefused(
                "this console is read-only (expected: a console started with --allow-edits)",
                open.post("/api/v1/edits", EDIT, "X-Fairstream", "console"));
        Reply made = proxied.post("/api/v1/edits", EDIT, as("root", "X-Fairstream"));
        assertEquals(200, made.status(), made.response()::body);
        assertEquals(
                "root", made.json().path("rows").path(0).path("edit").path("by").asText(), made.response()::body);
    }

    private static String[] as(String user, String... more) {
        return more.length == 0
                ? new String[] {"X-Remote-User", user}
                : new String[] {"X-Remote-User", user, more[0], "console"};
    }

    private static void assertRefused(String problem, Reply reply) {
        assertEquals(403, reply.status(), reply.response()::body);
        assertEquals(problem, reply.problem());
    }

    /** FILE is one that exists and begins with a word that no answer may hold. */
    @ParameterizedTest
    @CsvSource({
        "userprio?config=FILE, of SettingsOptions",
        "userprio?command-config=FILE, of ClusterOptions",
        "userprio?embedded, another cluster",
        "userprio?bootstrap-server=localhost:1, another cluster",
        "userprio?schema-registry=http://localhost:1, another registry",
        "userprio?set=topic.prefix=other., settings of another",
        "userprio?input-file=FILE, of ListingOptions",
        "userprio?inputfile=FILE, of ListingOptions as HTCondor spells it",
        "userprio?json, a form of output",
        "userprio?watch, nobody would see it",
        "userprio?help, of the command line",
        "userprio?set-factor=alice, an edit",
        "negotiate?slots=1&demand=FILE, lines of a file",
        "what-if/FILE?format=swf&set=priority.halflife=P7D, a trace",
        "what-if/matches=FILE?set=priority.halflife=P7D, events",
        "shares/load/FILE, a configuration",
        "table/priorities?key=%40FILE&at=%40FILE, arguments from a file",
        "report/@FILE, arguments from a file",
        "explain/alice?@FILE, arguments from a file",
    })
    void whatWouldReadAFileOrGoElsewhereIsRefused(String asked, String reason)
            throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("arguments"), "secretword\n");
        String path = asked.replace("FILE", file.toString().replace("/", "%2F"));
        Reply reply = open.get("/api/v1/" + path);
        assertEquals(400, reply.status(), () -> reason + ": " + reply.response().body());
        assertFalse(reply.response().body().contains("secretword"), reply.response()::body);
        assertTrue(Objects.requireNonNull(reply.problem()).length() > 10, reply.problem());
        assertTrue(open.isAlive());
    }

    @Test
    void anArgumentThatBeginsWithAnAtIsAName() throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("arguments"), "secretword\n");
        Reply reply =
                open.get("/api/v1/table/priorities?key=%40" + file.toString().replace("/", "%2F"));
        assertEquals(200, reply.status(), reply.response()::body);
        assertEquals(List.of(), reply.values("customer"));
        assertFalse(reply.response().body().contains("secretword"), reply.response()::body);
    }
}
