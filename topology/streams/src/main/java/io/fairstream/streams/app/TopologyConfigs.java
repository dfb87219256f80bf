package io.fairstream.streams.app;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.job.JobRetention;
import io.fairstream.rules.priority.Retention;
import io.fairstream.streams.config.Settings;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.state.WriteBackStores.HeapLimits;
import java.time.Duration;

/** Configuration as the topology uses it. */
public final class TopologyConfigs {
    /** Longer than anything that is accounted. */
    private static final Duration FOR_EVER = Duration.ofDays(365_000);

    /** Bounds the heap when commits are far apart. */
    private static final int MOST_CHANGED = 100_000;

    private TopologyConfigs() {}

    /** The configuration, for topics of so many partitions. */
    public static TopologyConfig of(Settings settings, TopologyConfig.Partitions partitions) {
        Rules rules = Rules.of(settings);
        return new TopologyConfig(
                settings.topicPrefix(),
                rules.halfLife(),
                rules.factors(),
                new Retention(settings.customersRetention(), settings.history()),
                rules.times(),
                settings.prioritiesRefresh(),
                rules.discountSuspended(),
                settings.repartition(),
                ShareRules.of(settings),
                settings.fairShare().interval(),
                volunteers(settings.volunteers()),
                new JobRetention(settings.jobsRetention(), settings.jobsMax()),
                settings.nodeSilence(),
                partitions,
                new HeapLimits(settings.heapEntries(), MOST_CHANGED));
    }

    /** The same for stages in memory, where nothing is forgotten. */
    public static TopologyConfig inMemory(Settings settings) {
        TopologyConfig accounting = of(settings, new TopologyConfig.Partitions(1, 1, 1, 1, 1));
        return new TopologyConfig(
                accounting.prefix(),
                accounting.halfLife(),
                accounting.factors(),
                new Retention(Duration.ZERO, FOR_EVER),
                new EventTimes(FOR_EVER, settings.maxFutureSkew()),
                Duration.ZERO,
                accounting.discountSuspended(),
                false,
                accounting.sharing(),
                Duration.ZERO,
                accounting.volunteers(),
                new JobRetention(Duration.ZERO, 0),
                accounting.nodeSilence(),
                accounting.partitions(),
                new HeapLimits(Integer.MAX_VALUE, MOST_CHANGED));
    }

    private static TopologyConfig.Volunteers volunteers(Settings.Volunteers settings) {
        return new TopologyConfig.Volunteers(
                settings.chargeBy(), settings.policy().equals("recent"), settings.recent(), settings.activeWindow());
    }
}
