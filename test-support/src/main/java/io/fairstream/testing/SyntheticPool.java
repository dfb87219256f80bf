package io.fairstream.testing;

import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A synthetic pool with two groups at the top, one below, and users in and out of them; all rows are of noon. */
public final class SyntheticPool {
    public static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    public static final Priority ROOT = group("<none>", null, 2, 40);
    public static final Priority PHYSICS = group("group_physics", "<none>", 30, 10);
    public static final Priority CMS = group("group_physics.cms", "group_physics", 20, 20);
    public static final Priority BIOLOGY = group("group_biology", "<none>", 4, 4);
    public static final Priority ALICE = user("group_physics.alice@pool", "group_physics", 30, 10, NOON);
    public static final Priority BOB = user("group_physics.cms.bob@pool", "group_physics.cms", 20, 20, NOON);
    public static final Priority CAROL = user("group_biology.carol@pool", "group_biology", 4, 4, NOON);
    public static final Priority DAVE = user("dave@pool", "<none>", 1, 0, NOON.minusSeconds(86_400));
    public static final Priority ERIN = user("erin@pool", "<none>", 0.5, 0, NOON.minusSeconds(86_401));
    public static final Priority FRANK = user("frank@pool", "<none>", 9, 6, NOON);

    public static final List<Priority> WITH_GROUPS =
            List.of(ERIN, BOB, ROOT, FRANK, CMS, ALICE, CAROL, BIOLOGY, DAVE, PHYSICS);

    private SyntheticPool() {}

    public static Priority group(String name, @Nullable String parent, double priority, double weight) {
        return Priority.newBuilder(row(name, priority, weight))
                .setGroup(true)
                .setParent(parent)
                .setLastUsage(NOON)
                .setSubtreeWeightInUse(weight)
                .build();
    }

    public static Priority user(
            String name, @Nullable String parent, double priority, double weight, Instant lastUsage) {
        return Priority.newBuilder(row(name, priority, weight))
                .setParent(parent)
                .setLastUsage(lastUsage)
                .build();
    }

    /** With one resource, and as many weighted hours used as weight in use. */
    public static Priority row(String name, double priority, double weight) {
        return Priority.newBuilder()
                .setCustomer(name)
                .setRealPriority(priority)
                .setEffectivePriority(priority * 10)
                .setPriorityFactor(10)
                .setFactorSource(FactorSource.DEFAULT)
                .setResourcesInUse(weight > 0 ? 1 : 0)
                .setWeightInUse(weight)
                .setAccumulatedUsage(3600)
                .setWeightedAccumulatedUsage(weight * 3600)
                .setBeginUsage(NOON.minusSeconds((long) (weight * 3600)))
                .setAsOf(NOON)
                .setHalfLifeSeconds(86_400)
                .build();
    }
}
