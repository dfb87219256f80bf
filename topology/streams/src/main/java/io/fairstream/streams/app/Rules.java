package io.fairstream.streams.app;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.streams.config.Settings;

/** Rules for all numbers as the configuration defines them, wherever the numbers are computed. */
public record Rules(HalfLife halfLife, FactorRules factors, EventTimes times, boolean discountSuspended) {
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
                new EventTimes(settings.history(), settings.maxFutureSkew()),
                settings.discountSuspended());
    }
}
