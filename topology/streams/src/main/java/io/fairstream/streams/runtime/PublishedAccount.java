package io.fairstream.streams.runtime;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Account and the keys of its rows in the published table. Mutable; one owner. */
public final class PublishedAccount<A> {
    private final A account;
    private Set<String> keys;

    public PublishedAccount(A account) {
        this(account, Set.of());
    }

    public PublishedAccount(A account, Set<String> keys) {
        this.account = account;
        this.keys = keys;
    }

    /** Restores a stored account whose only row has the account's key. */
    public static <A> PublishedAccount<A> of(boolean isPublished, String key, A account) {
        return new PublishedAccount<>(account, isPublished ? Set.of(key) : Set.of());
    }

    public A account() {
        return account;
    }

    public Set<String> keys() {
        return Collections.unmodifiableSet(keys);
    }

    /** Replaces the keys of published rows; returns the keys of rows that must be deleted. */
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
