package io.fairstream.rules;

import org.jspecify.annotations.Nullable;

/**
 * A history whose older parts are kept elsewhere, as pages.
 *
 * @param <P> a page
 */
public interface Paged<P> {
    /** Which pages are kept elsewhere. */
    Pages pages();

    /** Takes back the newest page, which goes before what is here. */
    void recall(P page);

    /**
     * Hands out the oldest part if there is too much here, or null; the caller keeps it as a page. One call hands out one page of a
     * limited size: call it until it returns null.
     */
    @Nullable
    P spill();

    /** A page that says until when it reaches. */
    interface Page {
        /** The time of its newest event or entry, milliseconds since 1970. */
        long newest();
    }
}
