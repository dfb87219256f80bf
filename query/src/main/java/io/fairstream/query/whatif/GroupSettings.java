package io.fairstream.query.whatif;

import io.fairstream.client.negotiation.Group;
import io.fairstream.client.negotiation.Quota;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings of accounting groups, which are not in a topic. Names ignore case.
 *
 * @param quotas by group
 * @param surplus groups that may use the unused quotas of others; {@link #ALL} for all
 * @param regrouping groups whose members negotiate a second time, for the whole pool; {@link #ALL} for all
 */
public record GroupSettings(Map<String, Quota> quotas, List<String> surplus, List<String> regrouping) {
    /** Wildcard for every group. */
    public static final String ALL = "*";

    public GroupSettings {
        Map<String, Quota> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.putAll(quotas);
        quotas = Collections.unmodifiableMap(anyCase);
        surplus = List.copyOf(surplus);
        regrouping = List.copyOf(regrouping);
    }

    /** Returns true if groups are configured. */
    boolean any() {
        return !quotas.isEmpty();
    }

    private List<String> named() {
        List<String> named = new ArrayList<>(quotas.keySet());
        named.addAll(surplus);
        named.addAll(regrouping);
        named.removeIf(ALL::equals);
        return named;
    }

    /** Returns the configured groups that are neither among these nor above them. */
    List<String> unknown(List<String> known) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.add(Group.ROOT);
        all.addAll(withThoseAbove(known));
        return named().stream().filter(name -> !all.contains(name)).distinct().toList();
    }

    /** Returns the groups of these names and of the settings, with their ancestors. */
    List<Group> groups(List<String> known) {
        List<String> names = new ArrayList<>(known);
        names.addAll(named());
        return withThoseAbove(names).stream()
                .map(name -> Group.of(name, quotas.getOrDefault(name, new Quota.Static(0)))
                        .withSurplus(isIn(surplus, name))
                        .withAutoregroup(isIn(regrouping, name)))
                .toList();
    }

    /** Returns group names with all ancestors, each once, in the first spelling. */
    private static List<String> withThoseAbove(Iterable<String> names) {
        Map<String, String> all = new TreeMap<>();
        for (String name : names) {
            for (int dot = name.length(); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
                String above = name.substring(0, dot);
                all.putIfAbsent(above.toLowerCase(Locale.ROOT), above);
            }
        }
        return List.copyOf(all.values());
    }

    private static boolean isIn(List<String> named, String group) {
        return named.contains(ALL) || named.stream().anyMatch(group::equalsIgnoreCase);
    }
}
