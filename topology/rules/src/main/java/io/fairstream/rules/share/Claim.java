package io.fairstream.rules.share;

import org.jspecify.annotations.Nullable;

/**
 * Facts known of a bank, or of a user in a bank, when the places are assigned.
 *
 * @param path names from the root down, separated by slashes
 * @param shares weight among its siblings, or null when nobody decided it
 * @param useParent whether it was decided that it has no shares of its own but its parent's place
 * @param usage what it used, the same unit for all; that of a bank is not looked at
 */
public record Claim(
        String path, ShareNode.Kind kind, @Nullable Double shares, boolean active, boolean useParent, double usage) {
    /** A claim with shares of its own, or none decided. */
    public Claim(String path, ShareNode.Kind kind, @Nullable Double shares, boolean active, double usage) {
        this(path, kind, shares, active, false, usage);
    }

    /** The same with another usage. */
    public Claim using(double other) {
        return new Claim(path, kind, shares, active, useParent, other);
    }

    /** True if the shares of the claim were decided. */
    boolean isListed() {
        return shares != null;
    }

    ShareNode node(double unlisted) {
        return new ShareNode(path, kind, shares == null ? unlisted : shares, active, useParent);
    }
}
