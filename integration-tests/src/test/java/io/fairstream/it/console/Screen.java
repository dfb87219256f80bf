package io.fairstream.it.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.List;

/**
 * A screen of the demo.
 *
 * @param heading what stands above all
 * @param shows selectors of what must be there
 */
record Screen(String name, String address, String heading, List<String> shows) {
    static final List<Screen> ALL = List.of(
            of("pool", "/pool", "Pool now", "table td[data-value]", "text=alice"),
            of("standing", "/customer/alice", "alice", "text=Share owed", ".uplot"),
            of("explain", "/customer/alice/explain?by=day", "Priority of alice, explained", "text=the parts add up to"),
            of("projection", "/customer/alice/projection", "alice", ".uplot"),
            of("jobs", "/user/alice/jobs", "alice", "table td[data-value]"),
            of("shares", "/shares", "Shares", "input[type=range]", "text=fair-tree"),
            of("edits", "/edits", "Edits", "table td[data-value]", "#edit-customer"),
            of("utilization", "/utilization", "Utilization", "table td[data-value]"),
            of("health", "/health", "Health", "table td[data-value]"),
            of("what-if", "/what-if", "What if", "input[type=range]", "table td[data-value]"),
            of("negotiate", "/negotiate", "Next cycle", "svg", "table td[data-value]"),
            of("history", "/history", "Priorities along event time", ".uplot"),
            of("resource", "/resource/slot1@node01", "slot1@node01", "table td[data-value]"),
            of("shadow", "/shadow", "Shadow", "table td[data-value]"),
            of("volunteers", "/volunteers", "Volunteers", "table td[data-value]"),
            of("volunteer", "/volunteer/alice", "alice"),
            of("project", "/project/einstein", "einstein"),
            of("node", "/node/demo/cn01", "cn01"),
            of("tables", "/tables/priorities", "priorities", "table td[data-value]"));

    private static Screen of(String name, String address, String heading, String... shows) {
        return new Screen(name, address, heading, List.of(shows));
    }

    /** Checks that the page is this screen, with its purpose. */
    void check(Page page) {
        assertEquals(1, page.locator("h1").count(), address + ": one heading");
        String text = page.locator("h1").innerText();
        assertTrue(text.contains(heading), () -> address + ": " + text);
        assertEquals(List.of(), page.locator("main .problem").allInnerTexts(), address + ": nothing went wrong");
        for (String selector : shows) {
            // charts are drawn when their library is there
            page.locator("main")
                    .locator(selector)
                    .first()
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
