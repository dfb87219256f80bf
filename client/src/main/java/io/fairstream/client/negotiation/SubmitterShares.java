package io.fairstream.client.negotiation;

import java.util.List;

/**
 * Amounts due to all submitters if the whole pool were divided again, regardless of their holdings. A submitter that
 * holds more has an excess, which those that hold less may claim. Regrouping gives no claim.
 */
final class SubmitterShares {
    private final List<GroupNode> groups;
    private double left;

    SubmitterShares(List<GroupNode> groups, Pool pool) {
        this.groups = groups;
        this.left = Math.max(0, pool.weight() - pool.usedByOthers());
    }

    /** Divides the pool by the current entitlements of the groups. */
    void divide() {
        groups.forEach(this::divide);
    }

    /** Sets claims and excesses after the free weight is given; the sum of claims is at most the sum of excesses. */
    void claim() {
        double claimable = groups.stream()
                .flatMap(group -> group.members().stream())
                .mapToDouble(Claimant::overdue)
                .sum();
        double claimed = 0;
        for (GroupNode group : groups) {
            for (Claimant claimant : group.members()) {
                double claim = Math.min(claimant.claimed(), claimable - claimed);
                claimant.setClaim(claim);
                claimed += claim;
            }
        }
        if (claimed > 0) {
            groups.forEach(group -> group.members().forEach(claimant -> claimant.setExcess(claimant.overdue())));
        }
    }

    private void divide(GroupNode group) {
        List<Claimant> members = group.members();
        double[] weights = members.stream().mapToDouble(Claimant::weight).toArray();
        double[] most = members.stream().mapToDouble(Claimant::most).toArray();
        double[] floors = members.stream().mapToDouble(Claimant::floorOrLess).toArray();
        double pie = Math.min(left, group.room(Claimant::sumOfDues));
        double[] guaranteed = PieSpin.cut(pie, weights, new double[floors.length], floors);
        double sum = 0;
        for (double one : guaranteed) {
            sum += one;
        }
        double[] dues = PieSpin.cut(pie - sum, weights, guaranteed, most);
        for (int i = 0; i < dues.length; i++) {
            members.get(i).setDue(dues[i]);
            left -= dues[i];
        }
    }
}
