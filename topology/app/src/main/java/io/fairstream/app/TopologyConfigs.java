package io.fairstream.app;

import io.fairstream.app.config.Settings;
import io.fairstream.rules.Bounds.EventTimes;
import io.fairstream.rules.association.AssociationState.Compared;
import io.fairstream.rules.association.AssociationState.Sharing;
import io.fairstream.rules.association.UsageTerms;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.priority.PriorityRow.Retention;
import io.fairstream.rules.share.FairSharePolicy;
import io.fairstream.rules.share.FairSharePolicy.ClassicFairShare;
import io.fairstream.rules.share.FairSharePolicy.CondorPriority;
import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.FairShares;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.state.WriteBackStores.HeapLimits;
import java.time.Duration;

/** Configuration of the topology, derived from the settings. */
public final class TopologyConfigs {
    /** Time span longer than any accounted one. */
    private static final Duration FOR_EVER = Duration.ofDays(365_000);

    /** Limit of changed states on the heap if commits are far apart. */
    private static final int MAX_CHANGED = 100_000;

    private TopologyConfigs() {}

    /** Configuration for topics with these numbers of partitions. */
    public static TopologyConfig of(Settings settings, TopologyConfig.Partitions partitions) {
        Rules rules = Rules.of(settings);
        return new TopologyConfig(
                settings.topicPrefix(),
                rules.halfLife(),
                rules.factors(),
                new Retention(settings.customersRetention(), settings.maxLateness()),
                rules.times(),
                settings.prioritiesRefresh(),
                rules.chargesSuspended(),
                settings.repartition(),
                ShareRules.of(settings),
                settings.fairShare().interval(),
                volunteers(settings.volunteers()),
                new JobLedger.Retention(settings.jobsRetention(), settings.jobsMax()),
                settings.nodeSilence(),
                partitions,
                new HeapLimits(settings.cacheMaxEntries(), MAX_CHANGED));
    }

    /** Configuration for stages in memory, where no state expires. */
    public static TopologyConfig inMemory(Settings settings) {
        TopologyConfig accounting = of(settings, new TopologyConfig.Partitions(1, 1, 1, 1, 1));
        return new TopologyConfig(
                accounting.prefix(),
                accounting.halfLife(),
                accounting.factors(),
                new Retention(Duration.ZERO, FOR_EVER),
                new EventTimes(FOR_EVER, settings.maxFutureSkew()),
                Duration.ZERO,
                accounting.chargesSuspended(),
                false,
                accounting.sharing(),
                Duration.ZERO,
                accounting.volunteers(),
                new JobLedger.Retention(Duration.ZERO, 0),
                accounting.nodeSilence(),
                accounting.partitions(),
                new HeapLimits(Integer.MAX_VALUE, MAX_CHANGED));
    }

    private static TopologyConfig.Volunteers volunteers(Settings.Volunteers settings) {
        return new TopologyConfig.Volunteers(
                settings.chargeUnit(),
                settings.policy().equals("recent"),
                settings.recentDays(),
                settings.activeWindowDays());
    }

    /** Configured rules for all numbers, wherever they are computed. */
    public record Rules(HalfLife halfLife, FactorRules factors, EventTimes times, boolean chargesSuspended) {
        public static Rules of(Settings settings) {
            Settings.PriorityFactors factors = settings.priorityFactors();
            return new Rules(
                    new HalfLife(settings.halfLifeSeconds()),
                    new FactorRules(
                            factors.byDefault(),
                            factors.niceUser(),
                            factors.remote(),
                            factors.localDomain().orElse(null),
                            Groups.of(settings.groups()),
                            factors.ofGroups()),
                    new EventTimes(settings.maxLateness(), settings.maxFutureSkew()),
                    settings.chargesSuspended());
        }
    }

    /** Configured rules for usage in banks and for the ranking, wherever these are computed. */
    public static final class ShareRules {
        private static final double MILLIS = 1e3;

        private ShareRules() {}

        public static Sharing of(Settings settings) {
            return of(settings, settings.fairShare().policy());
        }

        /** Returns the configured rules with another policy. */
        public static Sharing of(Settings settings, String policy) {
            Settings.Usage usage = settings.usage();
            Settings.FairShare fairShare = settings.fairShare();
            HalfLife halfLife = new HalfLife(usage.halfLifeSeconds());
            UsagePeriods periods = UsagePeriods.of(
                    usage.epoch().toEpochMilli(),
                    Duration.ofMillis(Math.round(usage.halfLifeSeconds() * MILLIS)),
                    usage.resetPeriod(),
                    usage.decayFactor());
            return new Sharing(
                    new UsageTerms(halfLife, periods, usage.tariff()),
                    new FairShares(policy(policy, fairShare.dampening(), halfLife), fairShare.defaultShares()),
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
}
