package io.fairstream.cli.shares;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.AssociationUsageAt;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code association-usage} at one instant.
 *
 * @param asOf of each of them
 */
record Rows(List<AssociationUsage> rows, Instant asOf) {
    private static final double SAME = 1e-9;

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

    /** Says so when the topology works under another half-life or policy than the settings of this call say. */
    void warnUnlessUnder(Settings settings, List<FairShare> published, PrintWriter err) {
        double halfLife = settings.usage().halfLifeSeconds();
        rows.stream()
                .map(AssociationUsage::getHalfLifeSeconds)
                .filter(seconds -> Math.abs(seconds - halfLife) > SAME * seconds)
                .findFirst()
                .ifPresent(seconds -> warn("usage.halflife", halfLife + " s", seconds + " s", err));
        String policy = settings.fairShare().policy();
        published.stream()
                .map(FairShare::getPolicy)
                .filter(other -> !other.equals(policy))
                .findFirst()
                .ifPresent(other -> warn("fairshare.policy", policy, other, err));
    }

    private static void warn(String key, String here, String there, PrintWriter err) {
        err.printf(
                "warning: %s: %s here, %s in the topology (expected: the settings of the running topology by --config or"
                        + " --set)%n",
                key, here, there);
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
