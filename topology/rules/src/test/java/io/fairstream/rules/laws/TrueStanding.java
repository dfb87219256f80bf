package io.fairstream.rules.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.laws.Truth.Stretch;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.Edit.Decision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * A customer's state worked out naively from its stretches of use and its edits: time is cut at every instant at
 * which anything happens, and the use within each cut is counted anew.
 */
final class TrueStanding {
    private static final double EXACT = 1e-9;

    private final List<Stretch> stretches;
    private final List<Edit> edits;
    private final double halfLifeMillis;
    private final long until;

    private double priority = 0.5;
    private long usageMillis;
    private double weightedMillis;
    private long begin = AccountState.NEVER;
    private long last = AccountState.NEVER;
    private long deleted = AccountState.NEVER;
    private final List<Decision> decisions = new ArrayList<>();

    TrueStanding(String customer, Truth truth, History history, long until) {
        this.stretches = truth.stretches().stream()
                .filter(stretch -> stretch.customer().equals(customer))
                .toList();
        this.edits = history.edits().stream()
                .filter(edit -> edit.customer().equals(customer))
                .map(CustomerEdit::decided)
                .sorted(Comparator.comparingLong(Edit::at)
                        .thenComparing(TrueStanding::position)
                        .thenComparing(Edit::by))
                .toList();
        this.halfLifeMillis = history.halfLife().seconds() * 1000;
        this.until = until;
        fold();
    }

    /** Position in the schema's list of edits. */
    private static int position(Edit edit) {
        return List.of(
                        Edit.SetFactor.class,
                        Edit.SetCeiling.class,
                        Edit.SetFloor.class,
                        Edit.CancelLease.class,
                        Edit.SetPriority.class,
                        Edit.SetAccumulatedUsage.class,
                        Edit.SetBeginUsage.class,
                        Edit.SetLastUsage.class,
                        Edit.ResetUsage.class,
                        Edit.Delete.class)
                .indexOf(edit.edit().getClass());
    }

    private void fold() {
        TreeSet<Long> cuts = new TreeSet<>();
        cuts.add(until);
        stretches.forEach(stretch -> {
            cuts.add(stretch.start());
            cuts.add(Math.min(until, stretch.end()));
        });
        edits.forEach(edit -> cuts.add(edit.at()));
        long before = cuts.first();
        for (long cut : cuts) {
            use(before, cut);
            edits.stream().filter(edit -> edit.at() == cut).forEach(this::apply);
            before = cut;
        }
    }

    private void use(long from, long to) {
        long count = count(from);
        double weight = weight(from);
        double left = Math.exp(-Math.log(2) * (to - from) / halfLifeMillis);
        priority = Math.max(0.5, priority * left + weight * (1 - left));
        usageMillis += count * (to - from);
        weightedMillis += weight * (to - from);
        if (count > 0 && to > from) {
            begin = begin == AccountState.NEVER ? from : begin;
            last = to;
        }
    }

    private List<Stretch> heldAt(long instant) {
        return stretches.stream()
                .filter(held -> held.start() <= instant && instant < held.end() && held.start() >= deleted)
                .toList();
    }

    private long count(long instant) {
        return heldAt(instant).size();
    }

    private double weight(long instant) {
        return heldAt(instant).stream().mapToDouble(Stretch::weight).sum();
    }

    private void apply(Edit edit) {
        Edit.Change change = edit.edit();
        Decision decision = edit.decision();
        if (decision != null) {
            if (decision.isForGood()) {
                decisions.removeIf(old -> old.kind() == decision.kind());
            }
            decisions.add(decision);
        } else if (change instanceof Edit.CancelLease cancel) {
            decisions.removeIf(old -> old.kind() == cancel.kind() && old.until() != Decision.FOR_GOOD);
        } else if (change instanceof Edit.SetPriority set) {
            priority = Math.max(0.5, set.priority());
        } else if (change instanceof Edit.SetAccumulatedUsage set) {
            weightedMillis = set.weightedAccumulatedUsage() * 1000;
        } else if (change instanceof Edit.SetBeginUsage set) {
            begin = set.at();
        } else if (change instanceof Edit.SetLastUsage set) {
            last = set.at();
        } else if (change instanceof Edit.ResetUsage) {
            clearUsage();
            begin = edit.at();
        } else {
            clearUsage();
            priority = 0.5;
            begin = AccountState.NEVER;
            last = AccountState.NEVER;
            deleted = edit.at();
            decisions.clear();
        }
    }

    private void clearUsage() {
        usageMillis = 0;
        weightedMillis = 0;
    }

    /** The newest decision of a kind that has not ended, or NaN. */
    private double inForce(Decision.Kind kind) {
        double value = Double.NaN;
        for (Decision decision : decisions) {
            value = decision.kind() == kind && decision.until() > until ? decision.value() : value;
        }
        return value;
    }

    double priority() {
        return priority;
    }

    void assertUsages(AccountState state) {
        assertEquals(count(until), state.resourcesInUse(), "resources in use");
        near(weight(until), state.weightInUse(), "weight in use");
        assertEquals(usageMillis / 1000.0, state.accumulatedUsage(), "usage");
        near(weightedMillis / 1000, state.weightedAccumulatedUsage(), "weighted usage");
    }

    void assertIs(AccountState state) {
        assertUsages(state);
        near(priority, state.realPriority(), "priority");
        long begun = begin == AccountState.NEVER && count(until) > 0 ? until : begin;
        assertEquals(begun, state.beginUsage(), "begin of usage");
        assertEquals(last, state.lastUsage(), "last usage");
        for (Decision.Kind kind : Decision.Kind.values()) {
            Decision decided = state.inForce(kind);
            assertEquals(inForce(kind), decided == null ? Double.NaN : decided.value(), kind.name());
        }
    }

    private static void near(double wanted, double number, String what) {
        assertEquals(wanted, number, EXACT * Math.max(1e-3, Math.abs(wanted)), what);
    }
}
