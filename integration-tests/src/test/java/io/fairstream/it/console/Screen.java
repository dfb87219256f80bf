package io.fairstream.it.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import java.util.List;

/**
 * A screen of the demo.
 *
 * @param heading what stands above all
 * @param shows selectors of what must be there
 */
record Screen(String name, String address, String heading, List<String> shows) {
    static final List<Screen> ALL = List.of(
            of("pool", "/pool", "Pool", "table td[data-value]"),
            of("standing", "/customer/alice", "alice"),
            of("explain", "/customer/alice/explain?by=day", "alice", "svg", "table td[data-value]"),
            of("projection", "/customer/alice/projection", "alice"),
            of("jobs", "/user/alice/jobs", "alice"),
            of("shares", "/shares", "hare"),
            of("edits", "/edits", "dit"),
            of("utilization", "/utilization", "tilization"),
            of("health", "/health", "ealth"),
            of("what-if", "/what-if", "hat"),
            of("negotiate", "/negotiate", "ie"),
            of("history", "/history", "istory"),
            of("resource", "/resource/slot1@node01", "slot1@node01"),
            of("shadow", "/shadow", "hadow"),
            of("volunteers", "/volunteers", "olunteers"),
            of("tables", "/tables/priorities", "priorities", "table td[data-value]"));

    private static Screen of(String name, String address, String heading, String... shows) {
        return new Screen(name, address, heading, List.of(shows));
    }

    /** Whether it is this screen, with what it is for. */
    void check(Page page) {
        assertEquals(1, page.locator("h1").count(), address + ": one heading");
        String text = page.locator("h1").innerText();
        assertTrue(text.contains(heading), () -> address + ": " + text);
        assertEquals(List.of(), page.locator("main .problem").allInnerTexts(), address + ": nothing went wrong");
        for (String selector : shows) {
            assertTrue(page.locator("main " + selector).count() > 0, () -> address + ": no " + selector);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
