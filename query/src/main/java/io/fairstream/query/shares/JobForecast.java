package io.fairstream.query.shares;

import io.fairstream.client.UsageRanking;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.Failure;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.share.AssociationState.Compared;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.FairShares.Claim;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AssociationUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Forecast of the ranks with additional jobs or other shares. Each job has run without a break and ends at the instant;
 * the shares have always had these values.
 *
 * @param now without the jobs, with the current shares
 * @param then with the jobs and the other shares
 * @param asOf end of the jobs
 * @param placeless owners of jobs without a rank in the forecast
 */
public record JobForecast(PolicyRanking now, PolicyRanking then, Instant asOf, List<String> placeless) {
    private static final double SAME = 1e-9;

    /** A user whose rank changes, or who has none without the jobs. */
    private record Move(
            JobForecast of, String path, @Nullable ShareStatus now, ShareStatus then) {
        boolean isEmpty() {
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
     * Computes the forecast from the rows at their instant.
     *
     * @param shares other shares of banks and users, by path
     * @throws Failure if a job's bank is unknown, or its weight is 0; if a path is unknown, or shares are out of range
     */
    public static JobForecast of(
            UsageSnapshot rows, Collection<AddedJob> jobs, Map<String, RawShares> shares, FairShareTerms configured) {
        FairShareTerms fairShare = rows.under(configured);
        Map<String, Claim> claims = new LinkedHashMap<>();
        for (AssociationUsage row : rows.rows()) {
            claims.put(row.getPath(), UsageRanking.claim(row, fairShare.compared()));
        }
        PolicyRanking now = PolicyRanking.ofClaims(claims.values(), fairShare, rows.asOf());
        shares.forEach((path, other) -> claims.put(path, with(other, path, claims.get(path))));
        List<String> paths = new ArrayList<>();
        for (AddedJob job : jobs) {
            String path = rows.bank(job.bank()) + "/" + job.user();
            paths.add(path);
            double usage = usage(job, fairShare);
            Claim none = new Claim(path, ShareNode.Kind.USER, null, true, 0);
            claims.compute(path, (key, claim) -> plus(claim == null ? none : claim, usage));
        }
        PolicyRanking then = PolicyRanking.ofClaims(claims.values(), fairShare, rows.asOf());
        paths.removeIf(path -> then.get(path) != null);
        return new JobForecast(now, then, rows.asOf(), paths);
    }

    private static Claim with(RawShares other, String path, @Nullable Claim claim) {
        if (claim == null) {
            throw new Failure("shares: " + path + " (expected: the path of a bank or user in association-usage)");
        }
        Rejection refused = other.node(path, claim.kind(), claim.active()).refusal();
        if (refused != null) {
            throw new Failure(refused.detail() + ", " + path);
        }
        return new Claim(path, claim.kind(), other.number(), claim.active(), other.isParent(), claim.usage());
    }

    private static Claim plus(Claim claim, double usage) {
        return claim.using(claim.usage() + usage);
    }

    /** Returns the usage of a job at its end, node-seconds: with periods the whole usage, with smooth decay a decayed one. */
    private static double usage(AddedJob job, FairShareTerms fairShare) {
        UsageTerms terms = fairShare.terms();
        double nodeSeconds = terms.weight(job.held()) * (job.time().toMillis() / 1e3);
        if (nodeSeconds == 0) {
            throw new Failure("job: has no weight in usage.weights ("
                    + terms.weights().text() + ") (expected: nodes, cpus, gpus or mem that have a weight)");
        }
        long millis = job.time().toMillis();
        return fairShare.compared() == Compared.PERIOD
                ? nodeSeconds
                : DecayedUsage.spread(nodeSeconds, 0, millis, millis, terms.halfLife());
    }

    /** Returns warnings about users without a rank, a sentence each. */
    public List<String> notes() {
        return placeless.stream()
                .map(path -> "warning: " + path + ": has no rank, so its usage affects no other rank ("
                        + then.leftOut().getOrDefault(path, "disabled, or in a disabled bank") + ")")
                .toList();
    }

    /** Returns all ranked users, by path. */
    private List<Move> moves() {
        return new TreeSet<>(then.byPath().keySet())
                .stream()
                        .map(path -> new Move(this, path, now.get(path), Objects.requireNonNull(then.get(path))))
                        .filter(move -> move.then().rank() != null)
                        .toList();
    }

    /**
     * Returns the current and future ranks under each policy, with usage in node-seconds.
     *
     * @param isAll whether to include users without a change
     */
    public static Report<?> report(List<JobForecast> policies, boolean isAll) {
        Columns<Move> columns = new Columns<Move>()
                .text("path", Move::path)
                .time("asOf", move -> move.of().asOf())
                .unshown()
                .text("policy", move -> move.of().then().policy());
        if (policies.size() == 1) {
            columns.unshown();
        }
        both("usage", Format.DECIMAL, ShareStatus::usage, columns);
        both("fairShare", Format.FACTOR, ShareStatus::factor, columns);
        columns.text("now.rank", of(Move::now, JobForecast::rank), of(Move::now, ShareStatus::rank))
                .text("then.rank", of(Move::then, JobForecast::rank), of(Move::then, ShareStatus::rank))
                .text("now.of", of(Move::now, ShareStatus::of))
                .unshown()
                .text("then.of", of(Move::then, ShareStatus::of))
                .unshown();
        return columns.report(policies.stream()
                .flatMap(forecast -> forecast.moves().stream())
                .filter(move -> isAll || !move.isEmpty())
                .toList());
    }

    private static String rank(ShareStatus status) {
        return status.rank() + "/" + status.of();
    }

    private static void both(
            String name, Format format, Function<ShareStatus, @Nullable Object> value, Columns<Move> columns) {
        columns.add("now." + name, format, of(Move::now, value)).add("then." + name, format, of(Move::then, value));
    }

    private static Function<Move, @Nullable Object> of(
            Function<Move, @Nullable ShareStatus> side, Function<ShareStatus, @Nullable Object> value) {
        return move -> {
            ShareStatus status = side.apply(move);
            return status == null ? null : value.apply(status);
        };
    }
}
