package io.fairstream.rules;

import org.jspecify.annotations.Nullable;

/**
 * Which pages of a history are kept elsewhere: those numbered {@code first} to {@code next - 1}, older ones first.
 * The recent part of a history stays with its owner; older parts go to pages and come back only for late events.
 */
public final class Pages {
    private int first;
    private int next;

    /** No pages. */
    public Pages() {
        this(0, 0);
    }

    /** The pages numbered {@code first} to {@code next - 1}. */
    public Pages(int first, int next) {
        if (first < 0 || next < first) {
            throw new IllegalArgumentException("pages: " + first + " to " + next);
        }
        this.first = first;
        this.next = next;
    }

    /** All there is to them, to keep it. */
    public record Snapshot(int first, int next) {}

    /** Pages as they were kept. */
    public static Pages of(Snapshot kept) {
        return new Pages(kept.first, kept.next);
    }

    public Snapshot snapshot() {
        return new Snapshot(first, next);
    }

    public int first() {
        return first;
    }

    public int next() {
        return next;
    }

    public boolean isEmpty() {
        return first == next;
    }

    /** The number of a page written now. */
    public int add() {
        return next++;
    }

    /** The number of the newest page, which its owner takes back. */
    public int takeNewest() {
        if (isEmpty()) {
            throw new IllegalStateException("no pages");
        }
        return --next;
    }

    /** The oldest page is no longer kept. */
    public void dropOldest() {
        if (isEmpty()) {
            throw new IllegalStateException("no pages");
        }
        first++;
    }

    /**
     * A history whose older parts are kept elsewhere, as pages.
     *
     * @param <P> a page
     */
    public interface Paged<P> {
        /** Which pages are kept elsewhere. */
        Pages pages();

        /** Takes back the newest page, which goes before what is here. */
        void loadPage(P page);

        /**
         * Hands out the oldest part if there is too much here, or null; the caller keeps it as a page. One call hands out one page of a
         * limited size: call it until it returns null.
         */
        @Nullable
        P evictPage();

        /** A page that says until when it reaches. */
        interface Page {
            /** The time of its newest event or entry, milliseconds since 1970. */
            long newest();
        }
    }
}
