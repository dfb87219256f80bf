package io.fairstream.query.priority;

import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Attribute of HTCondor's accounting ads for a row, in the order of the names. Usages are in seconds, times in seconds
 * since 1970, 0 for never.
 */
enum Attribute {
    ACCOUNTING_GROUP("AccountingGroup", "parent", row -> row.getParent() == null ? Groups.ROOT : row.getParent()),
    ACCUMULATED_USAGE("AccumulatedUsage", "accumulatedUsage", Priority::getAccumulatedUsage),
    BEGIN_USAGE_TIME("BeginUsageTime", "beginUsage", row -> seconds(row.getBeginUsage())),
    CEILING("Ceiling", "ceiling", Attribute::ceiling),
    FLOOR("Floor", "floor", row -> row.getFloor() == null ? 0.0 : row.getFloor()),
    HIER_WEIGHTED_RESOURCES_USED("HierWeightedResourcesUsed", "subtreeWeightInUse", Priority::getSubtreeWeightInUse),
    IS_ACCOUNTING_GROUP("IsAccountingGroup", "group", Priority::getGroup),
    LAST_UPDATE("LastUpdate", "asOf", row -> seconds(row.getAsOf())),
    LAST_USAGE_TIME("LastUsageTime", "lastUsage", row -> seconds(row.getLastUsage())),
    NAME("Name", "customer", Priority::getCustomer),
    PRIORITY("Priority", "effectivePriority", Priority::getEffectivePriority),
    PRIORITY_FACTOR("PriorityFactor", "priorityFactor", Priority::getPriorityFactor),
    RESOURCES_USED("ResourcesUsed", "resourcesInUse", Priority::getResourcesInUse),
    WEIGHTED_ACCUMULATED_USAGE(
            "WeightedAccumulatedUsage", "weightedAccumulatedUsage", Priority::getWeightedAccumulatedUsage),
    WEIGHTED_RESOURCES_USED("WeightedResourcesUsed", "weightInUse", Priority::getWeightInUse);

    private static final List<Attribute> ALL = List.of(values());

    private final String ad;
    private final String field;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<Priority, @Nullable Object> value;

    /**
     * Creates an attribute.
     *
     * @param ad the name in HTCondor's ads
     * @param field name of its field in {@code priorities}
     */
    Attribute(String ad, String field, Function<Priority, @Nullable Object> value) {
        this.ad = ad;
        this.field = field;
        this.value = value;
    }

    /** Returns the attribute with that ClassAd name, ignoring case, or with that name of a field. */
    static Optional<Attribute> named(String name) {
        return ALL.stream()
                .filter(it -> it.ad.equalsIgnoreCase(name) || it.field.equals(name))
                .findFirst();
    }

    /** Returns the message for an unknown attribute. */
    static String refusal(String name) {
        List<String> names = Arrays.stream(values()).map(it -> it.ad).toList();
        return "\"" + name + "\" (expected: one of " + String.join(", ", names)
                + "; for all that a row has: --json and jq)";
    }

    String ad() {
        return ad;
    }

    /** Returns a string, boolean, long or double; null if the row has no value. */
    @Nullable
    Object of(Priority row) {
        return value.apply(row);
    }

    /** Returns the value as a ClassAd literal; a missing value is {@code undefined}. */
    String literal(Priority row) {
        Object it = of(row);
        if (it instanceof String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
        return it == null ? "undefined" : it.toString();
    }

    /** Without one a whole number, as in HTCondor. */
    private static Object ceiling(Priority row) {
        Double ceiling = row.getCeiling();
        return ceiling == null ? (Object) Long.valueOf(-1) : ceiling;
    }

    private static long seconds(@Nullable Instant time) {
        return time == null ? 0 : time.getEpochSecond();
    }
}
