package io.fairstream.streams.app;

import io.fairstream.rules.account.Retention;
import io.fairstream.rules.ledger.job.JobRetention;
import io.fairstream.streams.config.Settings;
import io.fairstream.streams.stage.Accounting;
import io.fairstream.streams.state.WriteBackStore;

/** What the configuration means for the topology. */
final class Accountings {
    /** Bounds the heap when commits are far apart. */
    private static final int MOST_CHANGED = 100_000;

    private Accountings() {}

    static Accounting of(Settings settings, Accounting.Partitions partitions) {
        Rules rules = Rules.of(settings);
        return new Accounting(
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
                new WriteBackStore.Limits(settings.heapEntries(), MOST_CHANGED));
    }

    private static Accounting.Volunteers volunteers(Settings.Volunteers settings) {
        return new Accounting.Volunteers(
                settings.chargeBy(), settings.policy().equals("recent"), settings.recent(), settings.activeWindow());
    }
}
