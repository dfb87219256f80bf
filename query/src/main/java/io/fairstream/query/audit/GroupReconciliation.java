package io.fairstream.query.audit;

import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.SubtreeRateChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Check that the charges of a group equal those of its children and of matches to the group's own name. Counts
 * resources in use. Mutable.
 */
final class GroupReconciliation {
    private final Groups groups;
    private final Map<String, Long> charged = new TreeMap<>();
    private final Map<String, Long> matched = new TreeMap<>();
    private final Set<String> chargedAsGroup = new HashSet<>();

    /** @param groups those that are configured */
    GroupReconciliation(Groups groups) {
        this.groups = groups;
    }

    /** Returns true if the customer is or was a group: its usage is then that of its members. */
    boolean isOrWasGroup(String customer) {
        return groups.isGroup(customer) || chargedAsGroup.contains(customer);
    }

    /** Returns true if the charge is for a group: charges for matches name the resource, charges for groups do not. */
    static boolean isForGroup(Charge charge) {
        return charge.getThing().isEmpty();
    }

    void charge(Charge charge) {
        long resources = resources(charge.getEntry());
        charged.merge(charge.getAccount(), resources, Long::sum);
        if (!isForGroup(charge)) {
            matched.merge(charge.getAccount(), resources, Long::sum);
        } else {
            chargedAsGroup.add(charge.getAccount());
        }
    }

    private static int resources(Object entry) {
        if (entry instanceof RateChange change) {
            return change.getResources();
        }
        return entry instanceof SubtreeRateChange change ? change.getResources() : 0;
    }

    Check check(String name) {
        Map<String, Long> expected = new TreeMap<>();
        groups.all().forEach(group -> expected.put(group, matched.getOrDefault(group, 0L)));
        charged.forEach((account, resources) -> {
            String group = groups.charged(account);
            if (group != null) {
                expected.merge(group, resources, Long::sum);
            }
        });
        List<String> differences = new ArrayList<>();
        expected.forEach((group, resources) -> {
            long is = charged.getOrDefault(group, 0L);
            if (is != resources) {
                differences.add("\"" + group + "\": charged for " + is + " in use (expected: " + resources + ")");
            }
        });
        return Check.of(name, String.format(Locale.ROOT, "%,d groups", expected.size()), differences);
    }
}
