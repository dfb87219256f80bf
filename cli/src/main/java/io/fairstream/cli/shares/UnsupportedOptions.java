package io.fairstream.cli.shares;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code condor_userprio} that have no meaning here. Instead of ignoring them, the command explains an alternative. */
final class UnsupportedOptions {
    private static final String NEGOTIATION =
            "needs the input of a negotiation, which no topic has (expected: 'fairstream negotiate')";
    private static final String ONE_SOURCE =
            "not needed, the topic priorities is the only source (expected: leave it out)";

    private static final Map<String, String> REASONS = Map.of(
            "-quotas", NEGOTIATION,
            "-surplus", NEGOTIATION,
            "-sortkey", NEGOTIATION,
            "-collector", ONE_SOURCE,
            "-negotiator", ONE_SOURCE,
            "-name", "negotiators have no separate accounts (expected: --set topic.prefix=PREFIX for other topics)",
            "-pool", "(expected: --bootstrap-server HOST:PORT)");

    @Option(
            names = {"-quotas", "-surplus", "-sortkey", "-collector", "-negotiator"},
            hidden = true)
    private boolean flag;

    @Option(
            names = {"-name", "-pool"},
            hidden = true)
    private @Nullable String value;

    /** Explanation of the unsupported options that were given; null if none was. */
    @Nullable
    String explanation(List<String> given) {
        if (!flag && value == null) {
            return null;
        }
        return given.stream()
                .filter(REASONS::containsKey)
                .findFirst()
                .map(name -> name + ": " + REASONS.get(name))
                .orElse(null);
    }
}
