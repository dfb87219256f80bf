package io.fairstream.query.shares;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Sight;
import io.fairstream.query.records.TopicReader;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@code association-usage} at one instant. All rows determine the ranks; a caller may be allowed to see only
 * some.
 *
 * @param asOf of each row
 * @param seen selects the visible rows
 */
public record UsageSnapshot(List<AssociationUsage> rows, Instant asOf, Predicate<AssociationUsage> seen) {

    /**
     * Reads the rows.
     *
     * @param at null for the newest instant of a row
     * @throws Failure if the instant is before a row's own; that row is named if it is visible
     */
    public static UsageSnapshot read(TopicReader reader, @Nullable Instant at) {
        Sight sight = reader.sight();
        List<AssociationUsage> rows = reader.everybody(Topics.ASSOCIATION_USAGE);
        if (at != null
                && sight != Sight.ALL
                && rows.stream().anyMatch(row -> row.getAsOf().isAfter(at))) {
            throw new Failure("time: " + at + " (expected: not before the newest row of association-usage)");
        }
        return of(rows, at, row -> sight.shows(Topics.ASSOCIATION_USAGE, row));
    }

    static UsageSnapshot of(List<AssociationUsage> rows, @Nullable Instant at) {
        return of(rows, at, row -> true);
    }

    private static UsageSnapshot of(
            List<AssociationUsage> rows, @Nullable Instant at, Predicate<AssociationUsage> seen) {
        Instant asOf = at == null
                ? rows.stream()
                        .map(AssociationUsage::getAsOf)
                        .max(Instant::compareTo)
                        .orElse(Instant.EPOCH)
                : at;
        return Failure.ifRefused(() -> new UsageSnapshot(
                rows.stream().map(row -> AssociationUsageAt.evaluate(row, asOf)).toList(), asOf, seen));
    }

    /** Returns the configured terms with the half-life and periods of the rows. */
    FairShareTerms under(FairShareTerms configured) {
        if (rows.isEmpty()) {
            return configured;
        }
        AssociationUsage row = rows.get(0);
        HalfLife halfLife = new HalfLife(row.getHalfLifeSeconds());
        return new FairShareTerms(
                new UsageTerms(
                        halfLife,
                        AssociationUsageAt.periods(row),
                        configured.terms().weights()),
                configured.shares().under(halfLife),
                configured.compared());
    }

    /** Returns the tree of the visible rows. */
    List<TreeNode> nodes() {
        return rows.stream().filter(seen).map(TreeNode::of).toList();
    }

    /** Ranks the rows under their own terms. */
    public PolicyRanking ranked(FairShareTerms configured) {
        return PolicyRanking.of(rows, under(configured), asOf);
    }

    /** Returns a warning if the topology ranks by another policy than these settings. */
    public Optional<String> otherPolicy(Settings settings, Collection<FairShare> published) {
        String policy = settings.get(Keys.FAIRSHARE_POLICY);
        return published.stream()
                .map(FairShare::getPolicy)
                .filter(other -> !other.equals(policy))
                .findFirst()
                .map(other -> "warning: fairshare.policy: " + policy + " here, " + other
                        + " in fair-share (expected: the policy of the running topology)");
    }

    /** Returns the path of a bank by its path, or by its last name if that is unique. */
    String bank(String name) {
        List<String> banks = nodes().stream()
                .filter(TreeNode::isBank)
                .filter(node -> node.path().equals(name) || node.name().equals(name))
                .map(TreeNode::path)
                .toList();
        if (banks.contains(name)) {
            return name;
        }
        if (banks.size() != 1) {
            throw new Failure("bank: " + name + " (expected: "
                    + (banks.isEmpty() ? "a bank of association-usage" : "one of " + String.join(", ", banks)) + ")");
        }
        return banks.get(0);
    }
}
