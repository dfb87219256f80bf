package io.fairstream.rules.share;

import java.util.List;

/**
 * An active bank or user in its place in the tree.
 *
 * @param useParent whether it has no shares of its own, nor any part in what its siblings have
 * @param ofShares S, its part of the shares of its level (itself and its siblings), 0 to 1; the root has 1; that of the bank
 *     around the level with {@code useParent}
 * @param usage what it used; of a bank: the sum over its active users
 * @param ofUsage U, its part of the usage of its level, 0 to 1; 0 where the level used nothing
 * @param held the level within a bank, by path: banks and users side by side. With {@code useParent} a bank holds nothing
 *     here, since what is in it stands beside it. A user holds nothing
 */
public record Share(
        String path,
        ShareNode.Kind kind,
        boolean useParent,
        double ofShares,
        double usage,
        double ofUsage,
        List<Share> held) {
    public boolean isUser() {
        return kind == ShareNode.Kind.USER;
    }

    /**
     * Ratio of the share owed to the usage, among siblings: {@code LF = S / U} of Slurm's manual, "Level Fairshare Calculation",
     * and flux's weight. Above 1 is under-served; without shares 0; without usage infinite. With {@code useParent} infinite, too:
     * first in its bank, as in Slurm, beside those who used nothing.
     */
    public double levelShare() {
        return useParent ? Double.POSITIVE_INFINITY : ratio(ofShares, ofUsage);
    }

    /** Shares over usage: 0 without shares, else infinite without usage. */
    static double ratio(double shares, double usage) {
        if (shares == 0) {
            return 0;
        }
        return usage == 0 ? Double.POSITIVE_INFINITY : shares / usage;
    }
}
