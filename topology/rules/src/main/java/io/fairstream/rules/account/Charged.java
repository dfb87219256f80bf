package io.fairstream.rules.account;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A change of use and what it is of.
 *
 * @param of names the match; all entries of a match, corrections included, name the same
 * @param <K> a name with {@code equals}
 */
public record Charged<K>(Entry.Use use, K of) {
    /**
     * The begins that are missing, of matches whose end is there and whose begin is not, as in a journal of which the older part
     * is no longer kept. The end says what the match weighed.
     *
     * @param known a match that began before counts from then on, milliseconds since 1970
     */
    static <K> List<Charged<K>> missingBegins(List<Charged<K>> entries, long known) {
        Map<K, Entry.Use> sums = new LinkedHashMap<>();
        for (Charged<K> entry : entries) {
            Entry.Use use = entry.use();
            sums.merge(
                    entry.of(),
                    new Entry.Use(Math.max(use.since(), known), use.resources(), use.weight(), use.since()),
                    Entry.Use::plus);
        }
        return sums.entrySet().stream()
                .filter(sum -> sum.getValue().resources() < 0)
                .map(sum -> new Charged<>(sum.getValue().negated(), sum.getKey()))
                .toList();
    }
}
