package io.fairstream.streams.state;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * An account and the keys of the rows that stand in the table for it. Mutable; one owner.
 *
 * @param <A> the account
 */
public final class PublishedAccount<A> {
    private final A account;
    private Set<String> keys;

    /** An account of which no row stands in the table. */
    public PublishedAccount(A account) {
        this(account, Set.of());
    }

    /** An account as it was kept. */
    public PublishedAccount(A account, Set<String> keys) {
        this.account = account;
        this.keys = keys;
    }

    /** An account as it was kept whose only row has the account's key. */
    public static <A> PublishedAccount<A> of(boolean isPublished, String key, A account) {
        return new PublishedAccount<>(account, isPublished ? Set.of(key) : Set.of());
    }

    public A account() {
        return account;
    }

    public Set<String> keys() {
        return Collections.unmodifiableSet(keys);
    }

    /** These rows stand in the table now; returns the keys of those that must go. */
    public Set<String> publish(Set<String> now) {
        if (keys.equals(now)) {
            return Set.of();
        }
        Set<String> gone = new TreeSet<>(keys);
        gone.removeAll(now);
        keys = now;
        return gone;
    }
}
