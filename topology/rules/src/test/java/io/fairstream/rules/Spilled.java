package io.fairstream.rules;

import io.fairstream.rules.Pages.Paged;
import java.util.ArrayList;
import java.util.List;

/** Pages that a history evicts. */
public final class Spilled {
    private Spilled() {}

    /** All pages that are due, older ones first. */
    public static <P> List<P> pages(Paged<P> history) {
        List<P> pages = new ArrayList<>();
        for (P page = history.evictPage(); page != null; page = history.evictPage()) {
            pages.add(page);
        }
        return pages;
    }
}
