package io.fairstream.it.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import io.fairstream.it.console.Chromium.Visit;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.SteeredSlurm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The console over the demo, in a real browser. */
@TestInstance(Lifecycle.PER_CLASS)
class ITConsoleUse {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int VALUES = 1000;
    private static final int LARGEST_PAGE = 300 << 10;

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @SuppressWarnings("NullAway.Init") // by start
    private Chromium browser;

    @SuppressWarnings("NullAway.Init") // by start
    private DemoConsole demo;

    @SuppressWarnings("NullAway.Init") // by visit
    private Visit visit;

    @SuppressWarnings("NullAway.Init") // by visit
    private Page page;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        browser = Chromium.start(ITConsoleUse.class);
        demo = DemoConsole.start();
    }

    @AfterAll
    void stop() {
        if (demo != null) {
            demo.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void visit() {
        visit = browser.visit(1280, 900, ColorScheme.LIGHT);
        page = visit.page();
    }

    @AfterEach
    void leave() {
        visit.close();
    }

    private void open(String address) {
        visit.open(demo.url() + address);
    }

    @Test
    void theFirstPageIsSmall() {
        AtomicLong bytes = new AtomicLong();
        page.onResponse(response -> bytes.addAndGet(length(response)));
        open("/pool");
        assertTrue(bytes.get() > 10_000 && bytes.get() <= LARGEST_PAGE, () -> bytes + " bytes over the wire");
    }

    private static long length(Response response) {
        String length = response.headers().get("content-length");
        return length == null ? 0 : Long.parseLong(length);
    }

    @Test
    void whatHappensIsSeenWithoutAsking() throws IOException, InterruptedException {
        open("/tables/open-matches");
        assertThat(page.locator("td:has-text('newcomer')")).hasCount(0);
        produce("matches", """
                {"resource":"slot1@new","at":"2024-01-14T23:59:00Z","change":{"Matched":{"customer":"newcomer"}}}
                """);
        assertThat(page.locator("td:has-text('newcomer')").first()).isVisible();
        open("/customer/newcomer");
        assertThat(page.locator("h1")).containsText("newcomer");
    }

    @Test
    void anAllocationBurnsDownOnThePageOfItsBank() throws IOException, InterruptedException {
        open("/bank/root/physics");
        assertThat(page.locator(".empty:has-text('It has no allocation.')")).isVisible();
        produce("allocations", """
                {"target":"/root/physics","project":"","initialBalance":36000,"start":"2024-01-01T00:00:00Z","thresholds":[80]}
                """);
        while (!demo.text("table/balances").contains("/root/physics")) {
            Thread.sleep(50);
        }
        open("/bank/root/physics");
        assertThat(page.locator(".series .uplot")).isVisible();
        assertThat(page.locator(".series .u-legend")).containsText("allowed");
        assertThat(page.locator("td:has-text('REACHED')").first()).isVisible();
    }

    @Test
    void whatASchedulerBelievesAndWhatItWasSentAreOnOnePage() throws IOException, InterruptedException {
        String slurm = SteeredSlurm.in(directory).toString();
        String names = Files.writeString(directory.resolve("names"), "*@example.org = *\n")
                .toString();
        open("/shadow");
        assertThat(page.getByText("No scheduler is compared.")).isVisible();
        run("shadow", "--scheduler", "htcondor", "--name", "pool", "--command", slurm, "--names", names);
        assertThat(page.locator("td:has-text('alice@example.org')").first()).isVisible();
        run("steer", "--to", "slurm", "--name", "tux", "--command", slurm, "--stale", "5000d", "--once");
        open("/shadow");
        assertThat(page.locator("td:has-text('ACCEPTED')").first()).isVisible();
        assertThat(page.locator("td:has-text('effective priority')").first()).isVisible();
        assertEquals(List.of(), visit.complaints());
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(Path.of("target", "console", "shadow-of-two.png"))
                .setFullPage(true));
    }

    private void run(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--bootstrap-server", demo.bootstrapServers()));
        Console.run(all).succeeded();
    }

    private void produce(String topic, String line) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve(topic + ".jsonl"), line);
        Console.run(List.of("produce", topic, file.toString(), "--bootstrap-server", demo.bootstrapServers()))
                .succeeded();
    }

    @Test
    void aPartOfANameLeadsToItsPage() {
        open("/pool");
        page.keyboard().press("/");
        page.keyboard().type("ali");
        assertThat(page.locator("#found [role=option]").first()).isVisible();
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).containsText("alice");
        assertTrue(page.url().endsWith("/customer/alice"), page::url);
        page.goBack();
        assertThat(page.locator("h1")).containsText("Pool now");
    }

    @Test
    void aTableIsSortedAndSearched() {
        open("/tables/user-accounting");
        Locator head = page.locator("th[data-column=user]");
        head.locator("button").click();
        assertThat(head).hasAttribute("aria-sort", "ascending");
        List<String> names = page.locator("td[data-column=user]").allInnerTexts();
        List<String> sorted = new ArrayList<>(names);
        sorted.sort(String.CASE_INSENSITIVE_ORDER);
        assertEquals(sorted, names);
        head.locator("button").click();
        assertThat(head).hasAttribute("aria-sort", "descending");
        Collections.reverse(sorted);
        assertThat(page.locator("td[data-column=user]").first()).hasText(sorted.get(0));
        assertTrue(page.url().contains("sort=-user"), page::url);
        page.locator("input.find").first().fill("alice");
        assertThat(page.locator("td[data-column=user]")).hasCount(1);
        assertTrue(page.url().contains("find=alice"), page::url);
        page.reload();
        visit.settle();
        assertThat(page.locator("td[data-column=user]")).hasCount(1);
    }

    @Test
    void theKeyboardAloneIsEnough() {
        open("/pool");
        page.keyboard().press("Tab");
        assertThat(page.locator("a.skip")).isFocused();
        page.keyboard().press("Enter");
        tabTo("main td a[href='/customer/alice']");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).containsText("alice");
        tabTo("main a[href$='/explain']");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).containsText("explained");
        page.keyboard().press("?");
        assertThat(page.locator("dialog[open]")).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog[open]")).hasCount(0);
    }

    @Test
    void newsLeaveTheKeyboardWhereItIs() throws IOException, InterruptedException {
        for (String link : List.of("main .lead a[href^='/customer/']", "main td a[href='/customer/alice']")) {
            open("/pool");
            page.locator(link).first().focus();
            String address = page.locator(":focus").getAttribute("href");
            String late = "late" + link.length();
            produce("matches", """
                    {"resource":"slot1@%1$s","at":"2024-01-14T20:00:00Z","change":{"Matched":{"customer":"%1$s"}}}
                    """.formatted(late));
            assertThat(page.locator("td:has-text('" + late + "')").first()).isVisible();
            assertThat(page.locator(":focus")).hasAttribute("href", address);
        }
    }

    private void tabTo(String selector) {
        for (int i = 0; i < 200; i++) {
            page.keyboard().press("Tab");
            Object outline = page.evaluate(
                    "it => { const at = document.activeElement, style = getComputedStyle(at);"
                            + " return at.matches(it) ? style.outlineStyle + style.boxShadow : null; }",
                    selector);
            if (outline != null) {
                assertTrue(!"nonenone".equals(outline), selector + ": it is seen where one is");
                return;
            }
        }
        throw new AssertionError("no way by Tab to " + selector);
    }

    @Test
    void theBarsAddUpToThePublishedDigit() throws IOException, InterruptedException {
        String at = "2024-01-15T06:00:00Z";
        JsonNode published = demo.ask("table/priorities?key=alice&at=" + at)
                .path("sections")
                .path(0)
                .path("rows")
                .path(0)
                .path("fields");
        open("/customer/alice/explain?by=day&at=" + at);
        assertThat(page.locator("main [data-check=equal]")).isVisible();
        double told = Double.parseDouble(
                page.locator("main [data-check] [data-column=sum]").innerText());
        assertEquals(published.path("realPriority").asDouble(), told, 1e-9 * told);
        double bars = 0;
        for (String value : values("main tbody td[data-column=priority]")) {
            bars += Double.parseDouble(value);
        }
        assertEquals(told, bars, 1e-9 * told, "what the bars stand for");
    }

    @SuppressWarnings("unchecked") // as the script makes them
    private List<String> values(String selector) {
        return (List<String>) page.locator(selector).evaluateAll("all => all.map(td => td.dataset.value)");
    }

    @Test
    void theCurveAheadIsTheCommandLines() throws IOException, InterruptedException {
        List<JsonNode> told =
                command("explain", "alice", "--at", "2024-01-15T06:00:00Z", "--horizon", "P7D", "--points", "7")
                        .stream()
                        .filter(row -> row.path("part").asText().equals("projection"))
                        .toList();
        JsonNode served = demo.ask("explain/alice?at=2024-01-15T06:00:00Z&horizon=P7D&points=7&_part=projection")
                .path("sections");
        List<JsonNode> rows = new ArrayList<>();
        served.forEach(section -> section.path("rows").forEach(row -> rows.add(row.path("fields"))));
        assertEquals(8, told.size());
        assertEquals(told, rows);
    }

    /** A thousand values on screen, by chance, are those of the command line at the same instant. */
    @Test
    void whatIsOnScreenIsWhatTheCommandLineSays() throws IOException, InterruptedException {
        String at = "2024-01-16T00:00:00Z";
        Map<String, List<String>> tables = new TreeMap<>(Map.of(
                "priorities", List.of("--at", at),
                "user-accounting", List.of("--at", at),
                "nodes", List.of("--at", at),
                "association-usage", List.of("--at", at),
                "job-accounting", List.of("--at", at),
                "jobs", List.of(),
                "hosts", List.of(),
                "fair-share", List.of(),
                "open-matches", List.of()));
        List<Runnable> checks = new ArrayList<>();
        for (Map.Entry<String, List<String>> table : tables.entrySet()) {
            List<String> words = new ArrayList<>(List.of("table", table.getKey()));
            words.addAll(table.getValue());
            List<JsonNode> rows = command(words.toArray(String[]::new));
            open("/tables/" + table.getKey() + "?columns=all"
                    + (table.getValue().isEmpty() ? "" : "&at=" + at));
            page.locator("main td[data-value]").first().waitFor();
            for (Map<String, String> cell : cells()) {
                JsonNode row = rows.get(Integer.parseInt(cell.getOrDefault("row", "")));
                JsonNode field = row.at("/" + cell.getOrDefault("column", "").replace('.', '/'));
                String value = cell.getOrDefault("value", "");
                checks.add(() -> assertEquals(
                        field.isContainerNode() ? plain(field) : field.asText(),
                        field.isContainerNode() ? plain(tree(value)) : value,
                        () -> table.getKey() + " " + cell + " " + row));
            }
        }
        assertTrue(checks.size() >= VALUES, () -> checks.size() + " values on screen");
        checks.forEach(Runnable::run);
    }

    /** Returns several values in one cell without the spelling of their numbers: a browser writes 5 where we write 5.0. */
    private static Object plain(JsonNode node) {
        if (node.isNumber()) {
            return node.decimalValue().stripTrailingZeros();
        }
        if (node.isObject()) {
            Map<String, Object> fields = new TreeMap<>();
            node.properties().forEach(field -> fields.put(field.getKey(), plain(field.getValue())));
            return fields;
        }
        List<Object> elements = new ArrayList<>();
        node.elements().forEachRemaining(element -> elements.add(plain(element)));
        return node.isArray() ? elements : node.asText();
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    @SuppressWarnings("unchecked") // as the script makes them
    private List<Map<String, String>> cells() {
        return (List<Map<String, String>>)
                page.evaluate(
                        "() => [...document.querySelectorAll('main td[data-value]')]"
                                + ".filter(td => td.dataset.value !== '')"
                                + ".map(td => ({row: td.parentElement.dataset.row, column: td.dataset.column, value: td.dataset.value}))");
    }

    private List<JsonNode> command(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--json", "--bootstrap-server", demo.bootstrapServers()));
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Console.run(all).succeeded().out()) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    @Test
    void anEditIsMadeWithAReasonAndTakenBack() throws IOException, InterruptedException {
        open("/edits");
        page.locator("#edit-customer").fill("bob");
        page.locator("#edit-value").fill("1234");
        page.locator("form button[type=submit]").first().click();
        page.locator("dialog[open] textarea, dialog[open] input[type=text]")
                .first()
                .fill("he asked for it");
        page.locator("dialog[open] button[type=submit], dialog[open] button.primary")
                .first()
                .click();
        assertThat(page.locator("main [role=status]:has-text('Written')")).isVisible();
        assertEquals("1234.0", factorOfBob());
        assertThat(page.locator("main table")).containsText("he asked for it");
        page.locator("main button:has-text('Undo')").first().click();
        page.locator("dialog[open] button[type=submit], dialog[open] button.primary")
                .first()
                .click();
        for (int i = 0; i < 600 && !"1000.0".equals(factorOfBob()); i++) {
            page.waitForTimeout(100);
        }
        assertEquals("1000.0", factorOfBob());
    }

    private String factorOfBob() throws IOException, InterruptedException {
        return demo.ask("table/priorities?key=bob")
                .path("sections")
                .path(0)
                .path("rows")
                .path(0)
                .path("fields")
                .path("priorityFactor")
                .asText();
    }

    @Test
    void aShareThatIsMovedMovesRanksAndNothingIsWritten() throws IOException, InterruptedException {
        String before = demo.text("shares?at=2024-01-16T00:00:00Z&_format=json");
        open("/shares?set=root/physics=900");
        assertThat(page.locator("main #reset")).isVisible();
        JsonNode moved = demo.ask("shares/what-if?shares=root/physics=900&policy=fair-tree");
        assertTrue(moved.path("sections").path(0).path("total").asInt() > 0, moved::toString);
        assertThat(page.locator("main .warning-line.bad")).hasText("");
        page.locator("main #reset").click();
        assertThat(page.locator("main #reset")).hasCount(0);
        assertEquals(before, demo.text("shares?at=2024-01-16T00:00:00Z&_format=json"));
    }

    @Test
    void aShareThatIsAppliedIsWrittenAndWarningsAreShown() throws IOException, InterruptedException {
        double before = sharesOfPhysics();
        open("/shares?set=root/physics=900");
        applyShares();
        assertThat(page.locator("main #reset")).hasCount(0);
        assertThat(page.getByLabel("Shares of root/physics, number")).hasValue("900");
        assertEquals(900, sharesOfPhysics());
        open("/shares?set=root/physics=900");
        applyShares();
        assertThat(page.locator("main .warning")).hasText("root/physics: as it was");
        open("/shares?set=root/physics=" + before);
        applyShares();
        assertThat(page.locator("main #reset")).hasCount(0);
        assertEquals(before, sharesOfPhysics());
    }

    private void applyShares() {
        page.locator("main #apply").click();
        assertThat(page.locator("dialog[open] textarea")).hasCount(0);
        page.locator("dialog[open] button.primary").click();
        assertThat(page.locator("dialog")).hasCount(0);
    }

    private double sharesOfPhysics() throws IOException, InterruptedException {
        return demo.ask("table/shares?key=root/physics")
                .path("sections")
                .path(0)
                .path("rows")
                .path(0)
                .path("fields")
                .path("shares")
                .asDouble();
    }

    @Test
    void warningsOfATableAreShown() {
        open("/utilization?start=2024-01-10&end=2030-01-01");
        assertThat(page.locator("main .table-card .warning").first())
                .containsText("later events have not been read yet");
    }

    @Test
    void aNameHasOneColourOnEveryPageAndAtEveryVisit() {
        Map<String, Set<String>> colours = new TreeMap<>();
        for (String address : List.of("/pool", "/negotiate", "/history", "/pool")) {
            open(address);
            Map<String, Set<String>> here = colours();
            assertTrue(here.size() > 3, address);
            here.forEach((name, own) ->
                    colours.computeIfAbsent(name, key -> new TreeSet<>()).addAll(own));
        }
        colours.forEach((name, own) -> assertEquals(1, own.size(), () -> name + ": " + own));
        long distinct = colours.values().stream().distinct().count();
        assertTrue(distinct > colours.size() / 2, colours::toString);
    }

    /** Colours of names in legends and tables, and of the arcs of the pie. */
    @SuppressWarnings("unchecked") // as the script makes them
    private Map<String, Set<String>> colours() {
        page.locator("main .legend li, main td.swatched").first().waitFor();
        List<List<String>> pairs = (List<List<String>>) page.evaluate("() => ["
                + "...[...document.querySelectorAll('main .legend li:has(a)')]"
                + ".map(it => [it.querySelector('a').textContent, it.querySelector('i').style.getPropertyValue('--c')]),"
                + "...[...document.querySelectorAll('main td.swatched')]"
                + ".map(it => [it.dataset.value, it.style.getPropertyValue('--c')]),"
                + "...[...document.querySelectorAll('main path.arc')]"
                + ".map(it => [it.textContent.replace(/: [^:]*$/, ''), it.style.fill])]");
        Map<String, Set<String>> colours = new TreeMap<>();
        for (List<String> pair : pairs) {
            colours.computeIfAbsent(pair.get(0), key -> new TreeSet<>()).add(pair.get(1));
        }
        return colours;
    }

    /** A level of HTCondor's is the reciprocal of a priority; of the other policies one below 1 says that more was used than is owed. */
    @Test
    void aLevelOfCondorIsNeverBad() {
        open("/shares");
        assertThat(page.locator("main td.bad[data-column='fair-tree.levelShare']")
                        .first())
                .isVisible();
        assertTrue(
                values("main td[data-column='condor.levelShare']").stream()
                        .anyMatch(value -> !value.isEmpty() && Double.parseDouble(value) < 1),
                "some are below 1");
        assertThat(page.locator("main td.bad[data-column='condor.levelShare']")).hasCount(0);
    }

    @Test
    void whatIsNotThereIsSaidAndTheNextPageIsThereAgain() {
        for (Map.Entry<String, String> wrong : Map.of(
                        "/customer/nobody-of-that-name", "There is no customer nobody-of-that-name",
                        "/customer/alice/explain?at=1999-01-01T00:00:00Z", "1999-01-01",
                        "/association/root/nowhere/nobody", "expected: a user in a bank",
                        "/tables/no-such-table", "no-such-table",
                        "/tables/priorities?at=yesterdayish", "yesterdayish",
                        "/job/demo/999999999", "999999999",
                        "/no/such/page", "no such page")
                .entrySet()) {
            page.navigate(demo.url() + wrong.getKey());
            assertThat(page.locator("main")).containsText(Pattern.compile(wrong.getValue(), Pattern.CASE_INSENSITIVE));
            assertThat(page.locator("main")).not().containsText("undefined");
        }
        open("/pool");
        assertThat(page.locator("main .problem")).hasCount(0);
        assertThat(page.locator("main td[data-value]").first()).isVisible();
    }

    @Test
    void aTableIsTakenAsCsvAsTheCommandLineWritesIt() throws IOException, InterruptedException {
        String csv = demo.text("table/priorities?at=2024-01-16T00:00:00Z&_format=csv");
        List<String> told = Console.run(List.of(
                        "table",
                        "priorities",
                        "--at",
                        "2024-01-16T00:00:00Z",
                        "--csv",
                        "--bootstrap-server",
                        demo.bootstrapServers()))
                .succeeded()
                .out();
        assertEquals(told, csv.lines().toList());
        open("/tables/priorities");
        assertThat(page.locator("main a:has-text('CSV')").first())
                .hasAttribute("href", Pattern.compile(".*_format=csv.*"));
    }
}
