package io.fairstream.it.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.it.console.Chromium.Visit;
import io.fairstream.it.harness.BrokerProcess;
import io.fairstream.it.harness.Site;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Kafka is away while somebody looks: the console says so, answers at once that it has none, and goes on by itself. */
class ITConsoleAway {
    private static final Instant BEGIN = Instant.parse("2026-03-02T08:00:00Z");
    private static final Map<String, String> SETTINGS = Map.of("cluster.timeout", "PT5S");
    private static final Pattern STATE = Pattern.compile("Stable|records wait");
    private static final double UNTIL_AWAY = 300_000;
    private static final double UNTIL_BACK = 300_000;
    /** Less than the time-out of an answer. */
    private static final Duration SOON = Duration.ofSeconds(3);

    /** Time in which a busy machine has given one answer soon. */
    private static final Duration UNTIL_SOON = Duration.ofMinutes(10);

    /** Two that the console keeps once they are asked for, and one that it reads anew each time. */
    private static final List<String> NOT_YET_READ =
            List.of("/api/v1/table/jobs", "/api/v1/table/hosts", "/api/v1/table/nodes", "/api/v1/table/charges");

    @Test
    void thePageSaysThatKafkaIsAwayAndGoesOnByItself()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        try (Chromium browser = Chromium.start(ITConsoleAway.class);
                TemporaryDirectory directory = TemporaryDirectory.create()) {
            BrokerProcess broker = BrokerProcess.start(directory.path());
            try (Site site = Site.on(broker.settings(), "console", SETTINGS)) {
                site.matches(List.of(match("slot1@pool", "alice", BEGIN)));
                site.process(Map.of());
                try (SiteConsole console = SiteConsole.start(site, "127.0.0.1:0", "--set", "cluster.timeout=PT5S");
                        Visit visit = browser.visit(1280, 900, ColorScheme.LIGHT);
                        Visit health = browser.visit(1280, 900, ColorScheme.LIGHT)) {
                    health.open(console.url() + "/health");
                    assertStable(health.page());
                    visit.open(console.url() + "/tables/priorities");
                    assertShown(visit.page(), "alice");
                    assertThat(visit.page().locator("#status")).hasAttribute("data-state", "live");
                    visit.page().evaluate("() => { window.isTheSamePage = true; }");
                    broker.kill();
                    assertSaidToBeAway(console, visit.page());
                    assertNothingIsKnown(health.page());
                    broker = BrokerProcess.start(directory.path());
                    site.matches(List.of(match("slot2@pool", "newcomer", BEGIN.plusSeconds(60))));
                    assertGoesOn(console, visit.page());
                    assertStable(health.page());
                }
            } finally {
                broker.close();
            }
        }
    }

    private static MatchEvent match(String resource, String customer, Instant at) {
        return new MatchEvent(resource, "", at, new Matched(customer, 1.0, resource + "#1"));
    }

    private static void assertShown(Page page, String customer) {
        assertThat(page.locator("main td:has-text('" + customer + "')").first())
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(UNTIL_BACK));
    }

    private static void assertSaidToBeAway(SiteConsole console, Page page)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        List<CompletableFuture<SiteConsole.Reply>> early =
                NOT_YET_READ.stream().map(console::getSoon).toList();
        assertThat(page.locator("#status"))
                .hasAttribute("data-state", "away", new LocatorAssertions.HasAttributeOptions().setTimeout(UNTIL_AWAY));
        assertThat(page.locator("main .problem")).containsText("Kafka does not answer");
        assertShown(page, "alice");
        for (String path : List.of("/api/v1/table/priorities", "/api/v1/table/charges", "/api/v1/status")) {
            long deadline = System.nanoTime() + UNTIL_SOON.toNanos();
            Duration took = SOON;
            while (took.compareTo(SOON) >= 0) {
                long begin = System.nanoTime();
                assertTrue(begin < deadline, path + ": " + took);
                SiteConsole.Reply reply = console.get(path);
                took = Duration.ofNanos(System.nanoTime() - begin);
                assertEquals(503, reply.status(), path);
                assertTrue(reply.problem().startsWith("Kafka does not answer"), reply::problem);
            }
        }
        for (CompletableFuture<SiteConsole.Reply> reply : early) {
            assertEquals(503, reply.get(2, TimeUnit.MINUTES).status(), "asked before it was known");
        }
        assertEquals(200, console.get("/api/v1/me").status());
        assertEquals(200, console.get("/pool", "Accept", "text/html").status());
        assertTrue(console.log().contains("no answer from Kafka at "), console::log);
    }

    private static void assertStable(Page page) {
        assertThat(page.locator("main .lead"))
                .containsText(STATE, new LocatorAssertions.ContainsTextOptions().setTimeout(UNTIL_BACK));
        assertThat(page.locator("main .figure").first()).not().hasText("–");
    }

    /** Asserts that the sentence and the figures, which are those of a moment ago, are shown as such. */
    private static void assertNothingIsKnown(Page page) {
        assertThat(page.locator("main .lead"))
                .containsText(
                        "Kafka is away: nothing is known of this moment.",
                        new LocatorAssertions.ContainsTextOptions().setTimeout(UNTIL_AWAY));
        assertThat(page.locator("main .lead")).not().containsText(STATE);
        for (String figure : page.locator("main .figure").allInnerTexts()) {
            assertEquals("–", figure);
        }
    }

    private static void assertGoesOn(SiteConsole console, Page page) throws IOException, InterruptedException {
        assertShown(page, "newcomer");
        assertThat(page.locator("#status")).hasAttribute("data-state", "live");
        assertThat(page.locator("main .problem")).hasCount(0);
        assertTrue((Boolean) page.evaluate("() => window.isTheSamePage === true"), "it was not loaded again");
        for (String path : NOT_YET_READ) {
            assertEquals(200, console.get(path).status(), path);
        }
        assertTrue(console.log().contains("Kafka answers again, after "), console::log);
    }
}
