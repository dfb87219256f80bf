package io.fairstream.simulation.model;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The customers and groups: what their matches and edits make of them, one instant after the other. */
final class Customers {
    private static final String ROOT = "<none>";

    private final Settings settings;
    private final Map<String, String> groups = new TreeMap<>();
    private final Map<String, List<CustomerState.Use>> uses = new TreeMap<>();
    private final Map<String, Set<AccountEdit>> edits = new TreeMap<>();

    Customers(Settings settings, Matches matches, Taken taken) {
        this.settings = settings;
        settings.get(Keys.GROUPS).forEach(name -> groups.put(name.toLowerCase(Locale.ROOT), name));
        for (Taken.One<AccountEdit> one : taken.of(Topics.ACCOUNT_EDITS)) {
            AccountEdit edit = one.value();
            if (edit != null) {
                edits.computeIfAbsent(edit.getCustomer(), any -> new LinkedHashSet<>())
                        .add(edit);
            }
        }
        matches.ended().values().forEach(ended -> ended.forEach(this::charge));
        matches.open().values().forEach(this::charge);
    }

    private void charge(Matches.Match match) {
        if (match.end() != null && match.end() == match.start()) {
            return;
        }
        use(match.customer(), match, false);
        boolean isBelow = isGroup(match.customer());
        for (String group = above(match.customer()); group != null; group = above(group)) {
            if (!(group.equals(ROOT) && isBelow)) {
                use(group, match, isBelow);
            }
            isBelow = true;
        }
    }

    private void use(String account, Matches.Match match, boolean isBelow) {
        List<CustomerState.Use> own = uses.computeIfAbsent(account, any -> new ArrayList<>());
        own.add(new CustomerState.Use(match.start(), match.start(), 1, match.weight(), isBelow));
        if (match.end() != null) {
            own.add(new CustomerState.Use(match.end(), match.start(), -1, -match.weight(), isBelow));
        }
    }

    private boolean isGroup(String customer) {
        return !groups.isEmpty() && (customer.equals(ROOT) || groups.containsValue(customer));
    }

    /** The group above: of {@code a.b.user@site} the deepest one of {@code a} and {@code a.b} that there is, each within the other. */
    private @Nullable String above(String customer) {
        if (groups.isEmpty() || customer.equals(ROOT)) {
            return null;
        }
        boolean isGroup = groups.containsKey(customer.toLowerCase(Locale.ROOT));
        int at = isGroup ? customer.length() : customer.lastIndexOf('@');
        int end = at < 0 ? -1 : customer.lastIndexOf('.', at);
        String deepest = ROOT;
        String[] names = end < 0 ? new String[0] : customer.substring(0, end).split("\\.", -1);
        StringBuilder path = new StringBuilder();
        for (String name : names) {
            path.append(path.isEmpty() ? "" : ".").append(name.toLowerCase(Locale.ROOT));
            String group = groups.get(path.toString());
            if (group == null) {
                return deepest;
            }
            deepest = group;
        }
        return deepest;
    }

    /** The factor of a customer for whom none was set: that of its group, otherwise everybody's. */
    private double unsetFactor(String customer) {
        String group = isGroup(customer) ? customer : above(customer);
        Double factor =
                group == null ? null : settings.get(Keys.PRIORITY_FACTOR_GROUPS).get(group);
        return factor == null ? settings.get(Keys.PRIORITY_FACTOR_DEFAULT) : factor;
    }

    /** The differences; groups are left out if others were configured before. */
    void compare(Map<String, Priority> rows, boolean areGroupsTheSame, Set<String> unsure, Differences differences) {
        Map<String, Priority> byName = new TreeMap<>();
        rows.values().forEach(row -> byName.put(row.getCustomer(), row));
        Set<String> names = new TreeSet<>(byName.keySet());
        names.addAll(uses.keySet());
        names.addAll(edits.keySet());
        names.addAll(groups.values());
        names.addAll(groups.isEmpty() ? Set.of() : Set.of(ROOT));
        names.removeAll(unsure);
        for (String name : names) {
            Priority row = byName.get(name);
            if (isGroup(name) && !areGroupsTheSame) {
                compareUse(name, row, differences);
            } else if (areGroupsTheSame || name.indexOf('@') > 0) {
                compare(name, row, differences);
            }
        }
    }

    /** A group holds what its members hold, wherever they were before. */
    private void compareUse(String name, @Nullable Priority row, Differences differences) {
        if (row == null || edits.containsKey(name)) {
            return;
        }
        String where = "priorities " + name;
        List<CustomerState.Use> own = uses.getOrDefault(name, List.of());
        differences.compare(where + ".resourcesInUse", count(own), row.getResourcesInUse());
        differences.compare(
                where + ".subtreeWeightInUse",
                own.stream().mapToDouble(CustomerState.Use::weight).sum(),
                row.getSubtreeWeightInUse());
    }

    private static long count(List<CustomerState.Use> own) {
        return own.stream()
                .filter(use -> !use.isBelow())
                .mapToLong(CustomerState.Use::count)
                .sum();
    }

    private void compare(String name, @Nullable Priority row, Differences differences) {
        String where = "priorities " + name;
        CustomerState state = new CustomerState(settings.get(Keys.PRIORITY_HALFLIFE) * 1000);
        state.follow(uses.getOrDefault(name, List.of()), edits.getOrDefault(name, Set.of()));
        differences.compare(where + " is there", state.exists() || isGroup(name), row != null);
        if (row == null) {
            return;
        }
        long asOf = row.getAsOf().toEpochMilli();
        if (state.exists()) {
            differences.compare(where + " is not older than its entries", true, asOf >= state.asOf());
        }
        state.advance(asOf);
        differences.compare(where + ".realPriority", state.priority(), row.getRealPriority());
        differences.compare(where + ".resourcesInUse", state.resources(), row.getResourcesInUse());
        differences.compare(where + ".weightInUse", state.weight(), row.getWeightInUse());
        differences.compare(where + ".accumulatedUsage", state.usage(), row.getAccumulatedUsage());
        differences.compare(
                where + ".weightedAccumulatedUsage", state.weightedUsage(), row.getWeightedAccumulatedUsage());
        differences.compare(where + ".beginUsage", state.begin(), row.getBeginUsage());
        differences.compare(where + ".lastUsage", state.last(), row.getLastUsage());
        differences.compare(where + ".ceiling", state.ceiling(), row.getCeiling());
        differences.compare(where + ".floor", state.floor(), row.getFloor());
        differences.compare(
                where + ".leases",
                state.leases(),
                row.getLeases().stream()
                        .map(lease -> lease.getKind() + " " + lease.getValue() + " until " + lease.getUntil())
                        .sorted(Comparator.naturalOrder())
                        .toList());
        Double factor = state.factor();
        differences.compare(
                where + ".priorityFactor", factor == null ? unsetFactor(name) : factor, row.getPriorityFactor());
        boolean isDecided =
                row.getFactorSource() == FactorSource.EXPLICIT || row.getFactorSource() == FactorSource.LEASE;
        differences.compare(where + ".factorSource is of a decision", factor != null, isDecided);
        differences.compare(
                where + ".effectivePriority",
                row.getRealPriority() * row.getPriorityFactor(),
                row.getEffectivePriority());
        differences.compare(where + ".group", isGroup(name), row.getGroup());
        differences.compare(where + ".parent", above(name), row.getParent());
        differences.compare(
                where + ".subtreeWeightInUse",
                isGroup(name) ? state.weightFollowed() : null,
                row.getSubtreeWeightInUse());
    }
}
