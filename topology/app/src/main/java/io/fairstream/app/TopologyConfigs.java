package io.fairstream.app;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.job.JobRetention;
import io.fairstream.rules.priority.CustomerRetention;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.share.AssociationState.Compared;
import io.fairstream.rules.share.FairSharePolicy;
import io.fairstream.rules.share.FairSharePolicy.ClassicFairShare;
import io.fairstream.rules.share.FairSharePolicy.CondorPriority;
import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.time.Duration;

/** Configuration of the topology, derived from the settings. */
public final class TopologyConfigs {
    /** Time span longer than any accounted one. */
    private static final Duration FOR_EVER = Duration.ofDays(365_000);

    /** Limit of changed states on the heap if commits are far apart. */
    private static final int MAX_CHANGED = 100_000;

    private TopologyConfigs() {}

    public static TopologyConfig of(Settings settings, TopologyConfig.Partitions partitions) {
        Rules rules = Rules.of(settings);
        return new TopologyConfig(
                settings.topicPrefix(),
                rules.halfLife(),
                rules.factors(),
                new CustomerRetention(settings.get(Keys.CUSTOMERS_RETENTION)),
                rules.times(),
                settings.get(Keys.PRIORITIES_REFRESH),
                rules.chargesSuspended(),
                settings.get(Keys.TOPOLOGY_REPARTITION),
                ShareRules.of(settings),
                settings.get(Keys.FAIRSHARE_INTERVAL),
                new TopologyConfig.Volunteers(
                        settings.get(Keys.ALLOCATION_CHARGE_UNIT),
                        settings.get(Keys.ASSIGN_POLICY).equals("recent"),
                        settings.get(Keys.ASSIGN_RECENT_DAYS),
                        settings.get(Keys.ACTIVE_WINDOW_DAYS)),
                new JobRetention(settings.get(Keys.JOBS_RETENTION), settings.get(Keys.JOBS_MAX)),
                settings.get(Keys.NODE_SILENCE),
                partitions,
                new HeapLimits(settings.get(Keys.STATE_CACHE_MAX_ENTRIES), MAX_CHANGED));
    }

    /** Configuration for stages in memory, where no state expires. */
    public static TopologyConfig inMemory(Settings settings) {
        TopologyConfig config = of(settings, new TopologyConfig.Partitions(1, 1, 1, 1, 1));
        return new TopologyConfig(
                config.prefix(),
                config.halfLife(),
                config.factors(),
                new CustomerRetention(Duration.ZERO),
                new EventTimes(FOR_EVER, settings.get(Keys.MAX_FUTURE_SKEW)),
                Duration.ZERO,
                config.chargesSuspended(),
                false,
                config.fairShare(),
                Duration.ZERO,
                config.volunteers(),
                new JobRetention(Duration.ZERO, 0),
                config.nodeSilence(),
                config.partitions(),
                new HeapLimits(Integer.MAX_VALUE, MAX_CHANGED));
    }

    /** Configured rules for all numbers, wherever they are computed. */
    public record Rules(HalfLife halfLife, FactorRules factors, EventTimes times, boolean chargesSuspended) {
        public static Rules of(Settings settings) {
            return new Rules(
                    new HalfLife(settings.get(Keys.PRIORITY_HALFLIFE)),
                    new FactorRules(
                            settings.get(Keys.PRIORITY_FACTOR_DEFAULT),
                            settings.get(Keys.PRIORITY_FACTOR_NICE_USER),
                            settings.get(Keys.PRIORITY_FACTOR_REMOTE),
                            settings.get(Keys.LOCAL_DOMAIN).orElse(null),
                            Groups.of(settings.get(Keys.GROUPS)),
                            settings.get(Keys.PRIORITY_FACTOR_GROUPS)),
                    new EventTimes(settings.get(Keys.EVENT_MAX_LATENESS), settings.get(Keys.MAX_FUTURE_SKEW)),
                    settings.get(Keys.CHARGE_SUSPENDED));
        }
    }

    /** Configured rules for usage in banks and for the ranking, wherever these are computed. */
    public static final class ShareRules {
        private static final double MILLIS = 1e3;

        private ShareRules() {}

        public static FairShareTerms of(Settings settings) {
            return of(settings, settings.get(Keys.FAIRSHARE_POLICY));
        }

        public static FairShareTerms of(Settings settings, String policy) {
            HalfLife halfLife = new HalfLife(settings.get(Keys.USAGE_HALFLIFE));
            UsagePeriods periods = UsagePeriods.of(
                    settings.get(Keys.USAGE_EPOCH).toEpochMilli(),
                    Duration.ofMillis(Math.round(settings.get(Keys.USAGE_HALFLIFE) * MILLIS)),
                    settings.get(Keys.USAGE_RESET_PERIOD),
                    settings.get(Keys.USAGE_DECAY_FACTOR));
            return new FairShareTerms(
                    new UsageTerms(halfLife, periods, settings.tariff()),
                    new FairShares(
                            policy(policy, settings.get(Keys.FAIRSHARE_DAMPENING), halfLife),
                            settings.get(Keys.FAIRSHARE_DEFAULT_SHARES)),
                    compared(policy, settings.get(Keys.FAIRSHARE_USAGE)));
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
