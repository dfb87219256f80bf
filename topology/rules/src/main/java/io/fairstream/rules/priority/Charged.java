package io.fairstream.rules.priority;

import io.fairstream.rules.journal.RateChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A change of use and what it is of.
 *
 * @param of names the match; all entries of a match, corrections included, name the same, and no others do; a group's own use
 *     and that of its subtree are told apart
 * @param <K> a name with {@code equals}
 */
public record Charged<K>(RateChange use, K of) {
    /**
     * The begins that are missing, of matches whose end is there and whose begin is not, as in a journal of which the older part
     * is no longer kept. The end says what the match weighed.
     *
     * @param known since when all entries are there, milliseconds since 1970; what began before counts from then on
     */
    static <K> List<Charged<K>> missingBegins(List<Charged<K>> entries, long known) {
        Map<K, RateChange> sums = new LinkedHashMap<>();
        for (Charged<K> entry : entries) {
            if (entry.use().since() < known) {
                sums.merge(entry.of(), entry.use(), RateChange::plus);
            }
        }
        return sums.entrySet().stream()
                .filter(sum -> sum.getValue().resources() < 0)
                .map(sum -> new Charged<>(sum.getValue().opposite(known), sum.getKey()))
                .toList();
    }
}
