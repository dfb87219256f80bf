package io.fairstream.it.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import io.fairstream.testing.NeededProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A real browser, without a window. */
final class Chromium implements AutoCloseable {
    private static final double PATIENCE = 300_000;

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** The machine's; without one the test is skipped. */
    static Chromium start(Class<?> test) {
        Optional<Path> program = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        NeededProgram.CHROMIUM.assumeInstalled(program.isPresent(), test);
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program.get())
                        .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")));
        return new Chromium(playwright, browser);
    }

    /** A page of a browser in which nobody was before; what goes wrong there is noted. */
    Visit visit(int width, int height, ColorScheme colours) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(colours)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setAcceptDownloads(true)
                .setTimezoneId("UTC")
                .setLocale("en-GB"));
        context.setDefaultTimeout(PATIENCE);
        return new Visit(context.newPage());
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }

    /** A page, with all that it asked for and all that it complained of. */
    static final class Visit implements AutoCloseable {
        private final Page page;
        private final List<String> complaints = new ArrayList<>();
        private final List<String> requests = new ArrayList<>();

        private Visit(Page page) {
            this.page = page;
            page.onConsoleMessage(message -> {
                if (message.type().equals("error")) {
                    complaints.add(message.text() + " at " + message.location());
                }
            });
            page.onPageError(complaints::add);
            page.onRequest(request -> requests.add(request.url()));
        }

        Page page() {
            return page;
        }

        /** Goes there and waits until every place of the page has its answer. */
        void open(String url) {
            page.navigate(url);
            settle();
        }

        /** Waits until every place of the page has its answer. */
        void settle() {
            try {
                page.waitForFunction("() => document.querySelector('main h1') !== null"
                        + " && document.querySelectorAll('main .place').length > 0"
                        + " && document.querySelector('main .skeleton') === null");
            } catch (TimeoutError e) {
                throw new AssertionError(page.url() + " has no answer: " + complaints + "\n" + page.content(), e);
            }
        }

        /** Errors of scripts and of the content security policy, and whatever could not be loaded. */
        List<String> complaints() {
            return List.copyOf(complaints);
        }

        List<String> requests() {
            return List.copyOf(requests);
        }

        @Override
        public void close() {
            page.context().close();
        }
    }
}
