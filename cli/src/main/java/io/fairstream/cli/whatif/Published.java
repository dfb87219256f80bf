package io.fairstream.cli.whatif;

import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** What a pool says of itself. */
final class Published {
    private Published() {}

    /** How many of the published rows are not among those worked out, with the same priorities. */
    static long differences(
            Collection<Priority> published, Collection<Priority> workedOut, Instant at, double tolerance) {
        Map<String, Priority> byName = workedOut.stream().collect(Collectors.toMap(Priority::getCustomer, row -> row));
        return published.stream()
                .map(row -> PriorityAt.evaluate(row, at))
                .filter(row -> {
                    Priority other = byName.get(row.getCustomer());
                    return other == null
                            || !isNear(row.getRealPriority(), other.getRealPriority(), tolerance)
                            || !isNear(row.getEffectivePriority(), other.getEffectivePriority(), tolerance);
                })
                .count();
    }

    private static boolean isNear(double one, double other, double tolerance) {
        return Math.abs(one - other) <= tolerance * Math.abs(one);
    }
}
