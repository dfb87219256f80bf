package io.fairstream.simulation.model;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.CancelLease;
import io.fairstream.schemas.Delete;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.ResetUsage;
import io.fairstream.schemas.SetAccumulatedUsage;
import io.fairstream.schemas.SetBeginUsage;
import io.fairstream.schemas.SetCeiling;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.SetFloor;
import io.fairstream.schemas.SetLastUsage;
import io.fairstream.schemas.SetPriority;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where one account stands. The real priority is {@code max(0.5, w + (p - w) · 2^(-t/h))} after a time t in which w is in use; usages are
 * what is in use times the time. Of one instant edits act first, by their kind, then by who decided, and changes of use last.
 */
final class CustomerState {
    private static final double BEST = 0.5;
    private static final double MILLIS = 1000;

    /** In the order in which they act. */
    private static final List<Class<?>> KINDS = List.of(
            SetFactor.class,
            SetCeiling.class,
            SetFloor.class,
            CancelLease.class,
            SetPriority.class,
            SetAccumulatedUsage.class,
            SetBeginUsage.class,
            SetLastUsage.class,
            ResetUsage.class,
            Delete.class);

    private final double halfLife;
    private final List<Decided> decided = new ArrayList<>();
    private long asOf = Long.MIN_VALUE;
    private double priority = BEST;
    private long resources;
    private double weight;
    private long below;
    private double weightBelow;
    private long usage;
    private double weighted;
    private @Nullable Long begin;
    private @Nullable Long last;
    private long deleted = Long.MIN_VALUE;
    private boolean exists;

    /**
     * From an instant on, so much more is in use.
     *
     * @param since when the match began of which this is a part
     * @param isBelow whether by members of a group further down
     */
    record Use(long at, long since, long count, double weight, boolean isBelow) {}

    private record Decided(
            LeaseKind kind, double value, @Nullable Instant until) {
        boolean isInForce(long at) {
            return until == null || until.toEpochMilli() > at;
        }
    }

    /** Matches that began and ended alike at one instant leave nothing. */
    private record Same(long at, long since, boolean isBelow) {}

    /** @param halfLife milliseconds */
    CustomerState(double halfLife) {
        this.halfLife = halfLife;
    }

    void follow(Collection<Use> uses, Collection<AccountEdit> edits) {
        TreeMap<Long, List<AccountEdit>> editsAt = new TreeMap<>();
        edits.forEach(edit -> editsAt.computeIfAbsent(edit.getAt().toEpochMilli(), any -> new ArrayList<>())
                .add(edit));
        TreeMap<Long, List<Use>> usesAt = new TreeMap<>();
        summed(uses)
                .forEach(use -> usesAt.computeIfAbsent(use.at(), any -> new ArrayList<>())
                        .add(use));
        TreeMap<Long, Boolean> instants = new TreeMap<>();
        editsAt.keySet().forEach(at -> instants.put(at, true));
        usesAt.keySet().forEach(at -> instants.put(at, true));
        for (long at : instants.keySet()) {
            advance(at);
            List<AccountEdit> now = new ArrayList<>(editsAt.getOrDefault(at, List.of()));
            now.sort(Comparator.comparingInt(
                            (AccountEdit edit) -> KINDS.indexOf(edit.getEdit().getClass()))
                    .thenComparing(AccountEdit::getBy));
            for (AccountEdit edit : now) {
                exists = true;
                act(at, edit.getEdit());
            }
            for (Use use : usesAt.getOrDefault(at, List.of())) {
                exists = true;
                act(use);
            }
        }
    }

    private static List<Use> summed(Collection<Use> uses) {
        Map<Same, Use> sums = new LinkedHashMap<>();
        for (Use use : uses) {
            sums.merge(
                    new Same(use.at(), use.since(), use.isBelow()),
                    use,
                    (one, other) -> new Use(
                            one.at(),
                            one.since(),
                            one.count() + other.count(),
                            one.weight() + other.weight(),
                            one.isBelow()));
        }
        return sums.values().stream().filter(use -> use.count() != 0).toList();
    }

    void advance(long at) {
        if (asOf != Long.MIN_VALUE && at > asOf) {
            double time = (double) (at - asOf);
            weight = resources == 0 ? 0 : weight;
            weightBelow = below == 0 ? 0 : weightBelow;
            double followed = weight + weightBelow;
            double start = Math.max(BEST, priority);
            priority = Math.max(BEST, followed + (start - followed) * Math.pow(2, -time / halfLife));
            usage += resources * (at - asOf);
            weighted += weight * time;
            if (resources > 0) {
                begin = begin == null ? (Long) asOf : begin;
                last = at;
            }
        }
        asOf = Math.max(asOf, at);
    }

    private void act(Use use) {
        if (use.since() < deleted) {
            return;
        }
        if (use.isBelow()) {
            below += use.count();
            weightBelow += use.weight();
        } else {
            resources += use.count();
            weight += use.weight();
        }
    }

    private void act(long at, Object edit) {
        if (edit instanceof SetFactor set) {
            decide(at, LeaseKind.FACTOR, set.getFactor(), set.getUntil());
        } else if (edit instanceof SetCeiling set) {
            decide(at, LeaseKind.CEILING, set.getCeiling(), set.getUntil());
        } else if (edit instanceof SetFloor set) {
            decide(at, LeaseKind.FLOOR, set.getFloor(), set.getUntil());
        } else if (edit instanceof CancelLease cancel) {
            decided.removeIf(one -> one.kind() == cancel.getKind() && one.until() != null);
        } else if (edit instanceof SetPriority set) {
            priority = Math.max(BEST, set.getPriority());
        } else if (edit instanceof SetAccumulatedUsage set) {
            weighted = set.getWeightedAccumulatedUsage() * MILLIS;
        } else if (edit instanceof SetBeginUsage set) {
            begin = set.getAt().toEpochMilli();
        } else if (edit instanceof SetLastUsage set) {
            last = set.getAt().toEpochMilli();
        } else if (edit instanceof ResetUsage) {
            usage = 0;
            weighted = 0;
            begin = at;
        } else if (edit instanceof Delete) {
            delete(at);
        }
    }

    /** A decision for good replaces earlier ones of its kind; a lease only covers them. */
    private void decide(long at, LeaseKind kind, double value, @Nullable Instant until) {
        decided.removeIf(one -> !one.isInForce(at) || (one.kind() == kind && until == null));
        decided.add(new Decided(kind, value, until));
    }

    private void delete(long at) {
        priority = BEST;
        resources = 0;
        weight = 0;
        below = 0;
        weightBelow = 0;
        usage = 0;
        weighted = 0;
        begin = null;
        last = null;
        decided.clear();
        exists = false;
        deleted = at;
    }

    private @Nullable Double inForce(LeaseKind kind, double none) {
        Double value = null;
        for (Decided one : decided) {
            if (one.kind() == kind && one.isInForce(asOf)) {
                value = one.value();
            }
        }
        return value == null || value == none ? null : value;
    }

    boolean exists() {
        return exists;
    }

    long asOf() {
        return asOf;
    }

    double priority() {
        return Math.max(BEST, priority);
    }

    long resources() {
        return resources;
    }

    double weight() {
        return resources == 0 ? 0 : weight;
    }

    double weightFollowed() {
        return weight() + (below == 0 ? 0 : weightBelow);
    }

    double usage() {
        return usage / MILLIS;
    }

    double weightedUsage() {
        return weighted / MILLIS;
    }

    @Nullable
    Instant begin() {
        Long shown = begin == null && resources > 0 ? (Long) asOf : begin;
        return shown == null ? null : Instant.ofEpochMilli(shown);
    }

    @Nullable
    Instant last() {
        return last == null ? null : Instant.ofEpochMilli(last);
    }

    @Nullable
    Double factor() {
        return inForce(LeaseKind.FACTOR, 0);
    }

    @Nullable
    Double ceiling() {
        return inForce(LeaseKind.CEILING, -1);
    }

    @Nullable
    Double floor() {
        return inForce(LeaseKind.FLOOR, 0);
    }

    List<String> leases() {
        return decided.stream()
                .filter(one -> one.until() != null && one.isInForce(asOf))
                .map(one -> one.kind() + " " + one.value() + " until " + one.until())
                .sorted()
                .toList();
    }
}
