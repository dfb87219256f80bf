package io.fairstream.query.tables;

import io.fairstream.query.tables.Named.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * Best matches of a text among all names, ignoring case. Mutable.
 *
 * <p>Exact matches come first, then prefixes, then words that start with the text, then any occurrence; objects found
 * by another word, such as their owner, come last. Equal matches are ordered by kind and name.
 */
final class Search {
    private static final int NONE = Integer.MAX_VALUE;
    private static final int BESIDES = 4;

    private final String text;
    private final int limit;
    private final PriorityQueue<Found> worstFirst;
    private long count;

    /** Match of a search and its rank; 0 is best. */
    private record Found(int rank, Named named) {
        private static final Comparator<Found> ORDER =
                Comparator.comparingInt(Found::rank).thenComparing(Found::named, Named.ORDER);
    }

    /**
     * Creates a search without names.
     *
     * @param text not empty
     * @param limit maximum number of names, above 0
     */
    Search(String text, int limit) {
        this.text = text.toLowerCase(Locale.ROOT);
        this.limit = limit;
        worstFirst = new PriorityQueue<>(Found.ORDER.reversed());
    }

    /** Offers a name that is matched as a whole. */
    void offer(Kind kind, String name, Supplier<String> detail) {
        add(kind, name, rank(name), detail);
    }

    /** Offers a path such as {@code root/physics/alice}; the part after the last slash is its name. */
    void offerPath(Kind kind, String path, Supplier<String> detail) {
        add(kind, path, rankOfPath(path), detail);
    }

    /** As {@link #offerPath}, for an object that can also be found by another word, such as its owner. */
    void offerPath(Kind kind, String path, String word, Supplier<String> detail) {
        add(kind, path, Math.min(rankOfPath(path), wordMatch(word)), detail);
    }

    private int rankOfPath(String path) {
        int own = rank(path);
        int slash = path.lastIndexOf('/');
        return own == NONE || slash < 0 ? own : Math.min(own, rank(path.substring(slash + 1)));
    }

    private int wordMatch(String word) {
        int rank = rank(word);
        return rank == NONE ? NONE : BESIDES + rank;
    }

    private void add(Kind kind, String name, int rank, Supplier<String> detail) {
        if (rank == NONE) {
            return;
        }
        count++;
        Found found = new Found(rank, new Named(kind, name, ""));
        if (worstFirst.size() == limit) {
            if (Found.ORDER.compare(found, worstFirst.element()) >= 0) {
                return;
            }
            worstFirst.remove();
        }
        worstFirst.add(new Found(rank, new Named(kind, name, detail.get())));
    }

    private int rank(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        int at = lower.indexOf(text);
        if (at < 0) {
            return NONE;
        }
        if (at == 0) {
            return lower.length() == text.length() ? 0 : 1;
        }
        for (; at > 0; at = lower.indexOf(text, at + 1)) {
            if (!Character.isLetterOrDigit(lower.charAt(at - 1))) {
                return 2;
            }
        }
        return 3;
    }

    /** Returns the number of matching names. */
    long count() {
        return count;
    }

    /** Returns the kept matches, best first. */
    List<Named> best() {
        List<Found> found = new ArrayList<>(worstFirst);
        found.sort(Found.ORDER);
        return found.stream().map(Found::named).toList();
    }
}
