package io.fairstream.benchmarks;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.FairSharePolicy;
import io.fairstream.rules.share.FairSharePolicy.ClassicFairShare;
import io.fairstream.rules.share.FairSharePolicy.CondorPriority;
import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.FairShares.Claim;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Measurement of the time that each policy takes to rank many users in and beside banks, and of sorting them by usage. */
final class Rankings {
    private static final int BANKS = 50;
    private static final int GROUPS = 20;
    private static final int WARM_UP = 5;
    private static final int ROUNDS = 11;

    private final Report report;
    private final List<Claim> claims = new ArrayList<>();
    private final int users;

    Rankings(int users, Report report) {
        this.users = users;
        this.report = report;
        SplittableRandom random = new SplittableRandom(20_004);
        claims.add(new Claim("root", ShareNode.Kind.BANK, 1.0, true, 0));
        for (int bank = 0; bank < BANKS; bank++) {
            String path = "root/bank" + bank;
            claims.add(new Claim(path, ShareNode.Kind.BANK, 1.0 + random.nextInt(9), true, 0));
            for (int group = 0; group < GROUPS; group++) {
                claims.add(new Claim(
                        path + "/group" + group,
                        ShareNode.Kind.BANK,
                        1.0 + random.nextInt(9),
                        true,
                        group % 10 == 9,
                        0));
            }
        }
        for (int user = 0; user < users; user++) {
            String bank = "root/bank" + user % BANKS + (user % 7 == 0 ? "" : "/group" + user / BANKS % GROUPS);
            claims.add(new Claim(
                    bank + "/user" + user,
                    ShareNode.Kind.USER,
                    1.0 + random.nextInt(9),
                    true,
                    user % 20 == 0,
                    Math.exp(20 * random.nextDouble())));
        }
    }

    void run() {
        double sorted = seconds(() -> {
            List<Claim> copy = new ArrayList<>(claims);
            copy.sort(Comparator.comparingDouble(Claim::usage));
            return copy.size();
        });
        report.measure("ranking.sort", sorted, "s");
        List<FairSharePolicy> policies = List.of(
                new FluxFairShare(),
                new FairTree(),
                new ClassicFairShare(1),
                new CondorPriority(new HalfLife(604_800)));
        for (FairSharePolicy policy : policies) {
            double taken = seconds(() ->
                    new FairShares(policy, 1).rank(claims, 0).ranking().places().size());
            report.measure("ranking." + policy.name(), taken, "s");
            report.measure("ranking." + policy.name() + ".ratio", taken / sorted, "policy/sort");
        }
    }

    private interface Work {
        int done();
    }

    private double seconds(Work work) {
        double[] seconds = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            if (work.done() < users) {
                throw new IllegalStateException("not all users are ranked");
            }
            if (round >= 0) {
                seconds[round] = (System.nanoTime() - begin) / 1e9;
            }
        }
        Arrays.sort(seconds);
        return Report.median(seconds);
    }
}
