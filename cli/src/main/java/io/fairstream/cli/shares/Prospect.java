package io.fairstream.cli.shares;

import io.fairstream.cli.terminal.Failure;
import io.fairstream.negotiator.view.UsageRanking;
import io.fairstream.rules.account.association.AssociationState.Compared;
import io.fairstream.rules.account.association.Sharing;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.rules.decay.DecayedUsage;
import io.fairstream.rules.share.Claim;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.schemas.AssociationUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where everybody stands, and where with more use: as if each job had just ended, having run for its time without a break.
 *
 * @param now without the jobs
 * @param then with them
 * @param placeless whose jobs they are and who has no rank even then
 */
record Prospect(Standings now, Standings then, List<String> placeless) {
    private static final double SAME = 1e-9;

    /** A user whose place is another one, or who is nowhere without the jobs. */
    record Move(String path, @Nullable Standing now, Standing then) {
        boolean isNothing() {
            return now != null
                    && Objects.equals(now.rank(), then.rank())
                    && near(now.factor(), then.factor())
                    && near(now.usage(), then.usage());
        }

        private static boolean near(@Nullable Double one, @Nullable Double other) {
            return one != null && other != null && Math.abs(one - other) <= SAME * Math.max(one, other);
        }
    }

    /**
     * Of the rows at their instant.
     *
     * @throws Failure if a job is in no bank that there is, or weighs nothing
     */
    static Prospect of(Rows rows, Collection<WishedJob> jobs, Sharing sharing) {
        Map<String, Claim> claims = new LinkedHashMap<>();
        for (AssociationUsage row : rows.rows()) {
            claims.put(row.getPath(), UsageRanking.claim(row, sharing.compared()));
        }
        Standings now = Standings.ofClaims(claims.values(), sharing);
        List<String> paths = new ArrayList<>();
        for (WishedJob job : jobs) {
            String path = rows.bank(job.bank()) + "/" + job.user();
            paths.add(path);
            double usage = usage(job, sharing);
            Claim none = new Claim(path, ShareNode.Kind.USER, null, true, 0);
            claims.compute(path, (key, claim) -> plus(claim == null ? none : claim, usage));
        }
        Standings then = Standings.ofClaims(claims.values(), sharing);
        paths.removeIf(path -> then.get(path) != null);
        return new Prospect(now, then, paths);
    }

    private static Claim plus(Claim claim, double usage) {
        return claim.using(claim.usage() + usage);
    }

    /** What a job counts at its end, node-seconds: in its period all of it, with smooth decay the less the earlier it was. */
    private static double usage(WishedJob job, Sharing sharing) {
        UsageTerms terms = sharing.terms();
        double nodeSeconds = terms.weight(job.held()) * (job.time().toMillis() / 1e3);
        if (nodeSeconds == 0) {
            throw new Failure("job: weighs nothing under usage.weights (" + terms.name()
                    + ") (expected: nodes, cpus, gpus or mem that have a weight)");
        }
        long millis = job.time().toMillis();
        return sharing.compared() == Compared.PERIOD
                ? nodeSeconds
                : DecayedUsage.spread(nodeSeconds, 0, millis, millis, terms.halfLife());
    }

    /** All users that are ranked, by path. */
    List<Move> moves() {
        return new TreeSet<>(then.byPath().keySet())
                .stream()
                        .map(path -> new Move(path, now.get(path), Objects.requireNonNull(then.get(path))))
                        .filter(move -> move.then().rank() != null)
                        .toList();
    }
}
