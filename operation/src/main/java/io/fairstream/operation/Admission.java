package io.fairstream.operation;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which series there are. The first ones of a family have a place for good, since a counter must not come and go; for all that come later
 * there is one together. Safe for several threads.
 */
final class Admission {
    private final Map<Family, Set<List<String>>> admitted = new EnumMap<>(Family.class);

    /** The labels themselves, or those of the others. */
    synchronized List<String> admit(Family family, List<String> labels) {
        Set<List<String>> known = admitted.computeIfAbsent(family, any -> new HashSet<>());
        if (known.contains(labels)) {
            return labels;
        }
        if (known.size() < family.mostSeries() - (family.labels().isEmpty() ? 0 : 1)) {
            known.add(labels);
            return labels;
        }
        return family.others();
    }
}
