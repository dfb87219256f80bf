package io.fairstream.streams.app;

import io.fairstream.rules.association.AssociationState.Compared;
import io.fairstream.rules.association.Sharing;
import io.fairstream.rules.association.UsageTerms;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.ClassicFairShare;
import io.fairstream.rules.share.CondorPriority;
import io.fairstream.rules.share.FairSharePolicy;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.FairTree;
import io.fairstream.rules.share.FluxFairShare;
import io.fairstream.streams.config.Settings;
import java.time.Duration;

/** Rules for usage in banks and for the ranking as the configuration defines them, wherever these are computed. */
public final class ShareRules {
    private static final double MILLIS = 1e3;

    private ShareRules() {}

    public static Sharing of(Settings settings) {
        return of(settings, settings.fairShare().policy());
    }

    /** As configured, but with another policy. */
    public static Sharing of(Settings settings, String policy) {
        Settings.Usage usage = settings.usage();
        Settings.FairShare fairShare = settings.fairShare();
        HalfLife halfLife = new HalfLife(usage.halfLifeSeconds());
        UsagePeriods periods = UsagePeriods.of(
                usage.epoch().toEpochMilli(),
                Duration.ofMillis(Math.round(usage.halfLifeSeconds() * MILLIS)),
                usage.reset(),
                usage.decayFactor());
        return new Sharing(
                new UsageTerms(halfLife, periods, usage.tariff()),
                new FairShares(policy(policy, fairShare.dampening(), halfLife), fairShare.unlisted()),
                compared(policy, fairShare.usage()));
    }

    private static FairSharePolicy policy(String name, double dampening, HalfLife halfLife) {
        return switch (name) {
            case "flux" -> new FluxFairShare();
            case "fair-tree" -> new FairTree();
            case "classic" -> new ClassicFairShare(dampening);
            case "condor" -> new CondorPriority(halfLife);
            default ->
                throw new IllegalArgumentException(
                        "policy: " + name + " (expected: flux, fair-tree, classic or condor)");
        };
    }

    private static Compared compared(String policy, String usage) {
        boolean isPeriod = usage.equals("policy") ? policy.equals("flux") : usage.equals("period");
        return isPeriod ? Compared.PERIOD : Compared.SMOOTH;
    }
}
