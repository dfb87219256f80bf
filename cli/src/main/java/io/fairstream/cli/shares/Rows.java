package io.fairstream.cli.shares;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.rules.account.association.Sharing;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.UsagePeriods;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.AssociationUsageAt;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code association-usage} at one instant.
 *
 * @param asOf of each of them
 */
record Rows(List<AssociationUsage> rows, Instant asOf) {
    private static final double MILLIS = 1e3;

    /**
     * Reads them.
     *
     * @param at null for the newest instant that a row has
     * @throws Failure if the instant is before a row's own
     */
    static Rows read(TopicReader reader, @Nullable Instant at) {
        return of(reader.latest(Topics.ASSOCIATION_USAGE), at);
    }

    static Rows of(List<AssociationUsage> rows, @Nullable Instant at) {
        Instant asOf = at == null
                ? rows.stream()
                        .map(AssociationUsage::getAsOf)
                        .max(Instant::compareTo)
                        .orElse(Instant.EPOCH)
                : at;
        try {
            return new Rows(
                    rows.stream()
                            .map(row -> AssociationUsageAt.evaluate(row, asOf))
                            .toList(),
                    asOf);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    /** As configured, but half-life and periods are those that the rows are of. */
    Sharing under(Sharing configured) {
        if (rows.isEmpty()) {
            return configured;
        }
        AssociationUsage row = rows.get(0);
        HalfLife halfLife = new HalfLife(row.getHalfLifeSeconds());
        UsagePeriods periods = new UsagePeriods(
                row.getPeriodEpoch().toEpochMilli(),
                Duration.ofMillis(Math.round(row.getHalfLifeSeconds() * MILLIS)),
                row.getPeriodCount(),
                row.getDecayFactor());
        return new Sharing(
                new UsageTerms(halfLife, periods, configured.terms().weights()),
                configured.shares().under(halfLife),
                configured.compared());
    }

    /** Says so when the topology ranks by another policy than the settings of this call say. */
    void warnUnlessUnder(Settings settings, List<FairShare> published, PrintWriter err) {
        String policy = settings.fairShare().policy();
        published.stream()
                .map(FairShare::getPolicy)
                .filter(other -> !other.equals(policy))
                .findFirst()
                .ifPresent(other -> err.printf(
                        "warning: fairshare.policy: %s here, %s in fair-share (expected: the policy of the running topology)%n",
                        policy, other));
    }

    /** The path of a bank that is named by its path, or by its last name if that is of one bank only. */
    String bank(String name) {
        List<String> banks = rows.stream()
                .map(Node::of)
                .filter(Node::isBank)
                .filter(node -> node.path().equals(name) || node.name().equals(name))
                .map(Node::path)
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
