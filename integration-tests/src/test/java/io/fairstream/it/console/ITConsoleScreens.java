package io.fairstream.it.console;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.fairstream.it.console.Chromium.Visit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every screen of the console over the demo, in a real browser: it shows what it is for, asks nobody else, keeps its security policy, and can be used by
 * everybody. Its pictures are in {@code target/console}.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Order(4)
class ITConsoleScreens {
    private static final Path PICTURES = Path.of("target", "console");
    private static final int AUDITED_ROWS = 12;
    /** With {@code -Dconsole.pictures}: for whoever wants to look. */
    private static final boolean IS_PICTURED = Boolean.getBoolean("console.pictures");

    @SuppressWarnings("NullAway.Init") // by start
    private Chromium browser;

    @SuppressWarnings("NullAway.Init") // by start
    private DemoConsole demo;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        browser = Chromium.start(ITConsoleScreens.class);
        demo = DemoConsole.start();
    }

    @AfterAll
    void stop() {
        Stream.of(browser, demo).filter(each -> each != null).forEach(ITConsoleScreens::close);
    }

    private static void close(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static List<Screen> screens() {
        return Screen.ALL;
    }

    @ParameterizedTest
    @MethodSource("screens")
    void isForEverybodyByDayByNightOnAPhoneAndOnAWall(Screen screen) {
        try (Visit visit = browser.visit(1280, 800, ColorScheme.LIGHT)) {
            visit.open(demo.url() + screen.address());
            Page page = visit.page();
            picture(page, screen.name() + "-light");
            screen.check(page);
            assertEquals(List.of(), violations(audit(page)), screen.address());
            assertEquals(List.of(), cutWithoutSign(page), screen.address() + ": cut without a sign");
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            picture(page, screen.name() + "-dark");
            assertEquals(
                    List.of(),
                    violations(audit(page).withRules(List.of("color-contrast"))),
                    screen.address() + " by night");
            for (int width : new int[] {360, 2560}) {
                page.setViewportSize(width, width == 360 ? 740 : 1440);
                picture(page, screen.name() + "-" + width);
                // a chart is drawn again some time after the window has another size
                assertDoesNotThrow(
                        () -> page.waitForFunction("() => document.scrollingElement.scrollWidth <= innerWidth"),
                        screen.address() + ": wider than " + width + " px");
            }
            assertEquals(List.of(), visit.complaints(), screen.address());
            assertTrue(
                    visit.requests().stream()
                            .allMatch(url -> url.startsWith(demo.url() + "/") || url.startsWith("data:")),
                    () -> visit.requests().toString());
        }
    }

    private static void picture(Page page, String name) {
        page.waitForTimeout(250);
        if (!IS_PICTURED) {
            return;
        }
        page.screenshot(new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")));
    }

    /** Tables wider than their card whose last pixels are the same with and without the shadow, and those that do not scroll. */
    @SuppressWarnings("unchecked") // as the script makes it
    private static List<String> cutWithoutSign(Page page) {
        List<String> without =
                new ArrayList<>((List<String>) page.evaluate("() => [...document.querySelectorAll('main table')]"
                        + ".filter(it => !it.closest('.table-scroll'))"
                        + ".filter(it => it.scrollWidth > (it.closest('.card')?.clientWidth ?? innerWidth))"
                        + ".map(it => it.innerText.slice(0, 40))"));
        for (Locator table : page.locator("main .table-scroll").all()) {
            List<Number> edge = (List<Number>) table.evaluate("it => { const row = it.querySelector('tbody tr');"
                    + " if (!row || it.scrollWidth <= it.clientWidth) { return []; }"
                    + " it.scrollTo(0, 0); row.scrollIntoView({block: 'center'});"
                    + " const box = it.getBoundingClientRect(), line = row.getBoundingClientRect();"
                    + " return [box.left + it.clientLeft + it.clientWidth - 4, line.top + 4]; }");
            if (!edge.isEmpty() && Arrays.equals(pixels(page, edge), pixelsWithoutShadow(page, edge))) {
                without.add(table.getAttribute("aria-label"));
            }
        }
        return without;
    }

    private static byte[] pixels(Page page, List<Number> at) {
        return page.screenshot(new Page.ScreenshotOptions()
                .setClip(at.get(0).doubleValue(), at.get(1).doubleValue(), 4, 16));
    }

    private static byte[] pixelsWithoutShadow(Page page, List<Number> at) {
        page.evaluate("() => { const sheet = new CSSStyleSheet();"
                + " sheet.replaceSync('.table-scroll { background: none !important; }');"
                + " document.adoptedStyleSheets = [sheet]; }");
        byte[] pixels = pixels(page, at);
        page.evaluate("() => { document.adoptedStyleSheets = []; }");
        return pixels;
    }

    /**
     * Returns an audit of the page without the dimming of a part that is being refreshed. Rows of a long table are alike, so only the first
     * ones are audited. The legacy mode does not open a second page, which would take longer than the audit.
     */
    private static AxeBuilder audit(Page page) {
        page.waitForFunction("() => !document.querySelector('[aria-busy=\"true\"]')");
        page.evaluate("() => { const sheet = new CSSStyleSheet();"
                + " sheet.replaceSync('[aria-busy] > * { opacity: 1 !important; }');"
                + " document.adoptedStyleSheets = [sheet]; }");
        AxeRunOptions options = new AxeRunOptions();
        options.setResultTypes(List.of("violations"));
        return new AxeBuilder(page)
                .setLegacyMode(true)
                .options(options)
                .exclude("tbody tr:nth-child(n+" + (AUDITED_ROWS + 1) + ")");
    }

    /** Returns violations with their places. */
    private static List<String> violations(AxeBuilder audit) {
        return audit.analyze().getViolations().stream()
                .map(ITConsoleScreens::words)
                .toList();
    }

    private static String words(Rule rule) {
        return rule.getId() + ": "
                + rule.getNodes().stream().map(node -> node.getHtml()).limit(3).toList();
    }
}
