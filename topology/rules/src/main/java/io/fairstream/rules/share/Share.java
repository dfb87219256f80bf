package io.fairstream.rules.share;

import java.util.List;

/**
 * An active bank or user in its place in the tree.
 *
 * @param ofShares S, its part of the shares of its level (itself and its siblings), 0 to 1; the root has 1
 * @param usage what it used; of a bank: the sum over its active users
 * @param ofUsage U, its part of the usage of its level, 0 to 1; 0 where the level used nothing
 * @param held what a bank holds, by name; nothing for a user
 */
public record Share(String path, ShareNode.Kind kind, double ofShares, double usage, double ofUsage, List<Share> held) {
    public boolean isUser() {
        return kind == ShareNode.Kind.USER;
    }

    /**
     * What it is owed against what it had, among its siblings: {@code LF = S / U} of Slurm's manual, "Level Fairshare
     * Calculation", and flux's weight. Above 1 is under-served; without shares 0; without usage infinite.
     */
    public double levelShare() {
        return ratio(ofShares, ofUsage);
    }

    /** Shares over usage: 0 without shares, else infinite without usage. */
    static double ratio(double shares, double usage) {
        if (shares == 0) {
            return 0;
        }
        return usage == 0 ? Double.POSITIVE_INFINITY : shares / usage;
    }
}
