package io.fairstream.rules;

import org.jspecify.annotations.Nullable;

/**
 * Numbers of the pages of a history that are stored outside its owner: {@code first} to {@code next - 1}, older ones first. The recent part
 * of a history stays with its owner; older parts become pages and are loaded only for late events.
 */
public final class Pages {
    private int first;
    private int next;

    public Pages() {
        this(0, 0);
    }

    public Pages(int first, int next) {
        if (first < 0 || next < first) {
            throw new IllegalArgumentException("pages: " + first + " to " + next);
        }
        this.first = first;
        this.next = next;
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

    /** Returns the number of a new page. */
    public int add() {
        return next++;
    }

    /** Returns the number of the newest page and removes it, as its owner loads it. */
    public int takeNewest() {
        if (isEmpty()) {
            throw new IllegalStateException("no pages");
        }
        return --next;
    }

    /** Removes the oldest page, which is no longer stored. */
    public void dropOldest() {
        if (isEmpty()) {
            throw new IllegalStateException("no pages");
        }
        first++;
    }

    /** A history whose older parts are stored elsewhere, as pages. */
    public abstract static class Paged<P> {
        private final Pages pages;

        protected Paged(Pages pages) {
            this.pages = pages;
        }

        public final Pages pages() {
            return pages;
        }

        /** Loads the newest page; its content precedes the content in memory. */
        public abstract void loadPage(P page);

        /**
         * Removes and returns the oldest part if there is too much in memory, else null; the caller stores it as a page. Each call returns
         * one page of limited size: call it until it returns null.
         */
        public abstract @Nullable P evictPage();

        /** A page with the time of its newest content. */
        public interface Page {
            /** Time of the newest event or entry of the page, milliseconds since 1970. */
            long newest();
        }
    }
}
