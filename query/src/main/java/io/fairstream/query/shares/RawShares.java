package io.fairstream.query.shares;

import io.fairstream.query.columns.Numbers;
import io.fairstream.rules.share.ShareTree.ShareNode;

/**
 * Shares as people write them: a number, or {@code parent}, which is Slurm's {@code Fairshare=parent}.
 *
 * @param number ignored with {@code isParent}
 */
public record RawShares(double number, boolean isParent) {
    private static final String PARENT = "parent";

    public static RawShares of(ShareNode node) {
        return new RawShares(node.shares(), node.useParent());
    }

    /**
     * Parses shares.
     *
     * @throws IllegalArgumentException with the expected syntax
     */
    public static RawShares parse(String text) {
        if (text.equals(PARENT)) {
            return new RawShares(1, true);
        }
        try {
            return new RawShares(Double.parseDouble(text), false);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" (expected: a number of 0 or more, or parent)", e);
        }
    }

    public ShareNode node(String path, ShareNode.Kind kind, boolean active) {
        return new ShareNode(path, kind, number, active, isParent);
    }

    @Override
    public String toString() {
        return isParent ? "its parent's shares" : Numbers.number(number) + (number == 1 ? " share" : " shares");
    }
}
