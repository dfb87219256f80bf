package io.fairstream.streams.app;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.account.FactorRules;
import io.fairstream.rules.account.Groups;
import io.fairstream.rules.account.Retention;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.streams.config.Settings;
import io.fairstream.streams.process.Accounting;
import io.fairstream.streams.state.WriteBackStore;

/** What the configuration means for the topology. */
final class Accountings {
    /** Bounds the heap when commits are far apart. */
    private static final int MOST_CHANGED = 100_000;

    private Accountings() {}

    static Accounting of(Settings settings, InputPartitions partitions) {
        Settings.PriorityFactors factors = settings.priorityFactors();
        return new Accounting(
                settings.topicPrefix(),
                new HalfLife(settings.halfLifeSeconds()),
                new FactorRules(
                        factors.byDefault(),
                        factors.niceUser(),
                        factors.remote(),
                        factors.localDomain().orElse(null),
                        Groups.of(settings.groups()),
                        factors.ofGroups()),
                new Retention(settings.customersRetention(), settings.history()),
                new EventTimes(settings.history(), settings.maxFutureSkew()),
                settings.prioritiesRefresh(),
                settings.discountSuspended(),
                settings.repartition(),
                partitions.matches(),
                partitions.charges(),
                new WriteBackStore.Limits(settings.heapEntries(), MOST_CHANGED));
    }
}
