package io.fairstream.query.explain;

import io.fairstream.query.explain.TargetParts.PartKey;
import io.fairstream.query.explain.TargetParts.TargetPart;
import io.fairstream.query.tables.BalanceRow;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Spending;
import io.fairstream.rules.Spending.AmountUnit;
import io.fairstream.rules.Sums;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.BudgetAccount;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a target's balance during summation. Mutable; it stores sums only, so memory does not depend on the
 * length of the journal.
 */
final class TargetSums {
    private static final String USERS = "user|";
    private static final double MICROS = 1e6;
    private static final long HOURS_OF_DAY = 24;

    private final io.fairstream.schemas.Balance row;
    private final By by;
    private final AmountUnit unit;
    private final BalanceAccount account = new BalanceAccount();
    private final BudgetAccount budget = new BudgetAccount();
    private final Map<PartKey, HostUsage.Sum> sums = new LinkedHashMap<>();

    /** Sums of a path's charges, in small units. */
    private final Map<PartKey, Long> units = new HashMap<>();

    /** First hour whose work counts. */
    private final long first;

    TargetSums(io.fairstream.schemas.Balance row, By by) {
        this.row = row;
        this.by = by;
        unit = BalanceRow.chargedBy(row);
        Balance published = BalanceRow.of(row);
        if (published == null) {
            first = Long.MIN_VALUE;
        } else {
            if (unit instanceof Spending.Unit) {
                budget.allocate(published.allocation());
            } else {
                account.allocate(published.allocation());
            }
            first = UtcDays.hour(published.allocation().start() + 1);
        }
    }

    /** Adds an entry of the journal: of the target's project or path, or of a user if users are requested. */
    void add(Charge charge) {
        if (charge.getEntry() instanceof io.fairstream.schemas.BudgetSpent entry) {
            if (charge.getAccount().equals(row.getTarget())) {
                add(ChargeFields.spent(entry));
            }
            return;
        }
        boolean isOne = by.isOfUsers()
                ? charge.getKind() == ChargeKind.DAY && charge.getAccount().startsWith(USERS)
                : charge.getKind() == ChargeKind.TARGET && charge.getAccount().equals(row.getProject());
        if (isOne && charge.getEntry() instanceof WorkDone done) {
            long from = done.getFrom().toEpochMilli();
            long to = done.getTo().toEpochMilli();
            for (WorkPart part : ChargeFields.workParts(done, row.getProject(), row.getApp())) {
                new UtcDays.Piece(from, to, ChargeFields.work(part)).hours().forEach(hour -> add(charge, part, hour));
            }
        }
    }

    private void add(BudgetSpent spent) {
        long day = UtcDays.day(spent.from());
        if (unit instanceof Spending.Unit by && day >= Math.floorDiv(first, HOURS_OF_DAY)) {
            PartKey key = by(LocalDate.ofEpochDay(day).toString());
            HostUsage work =
                    new HostUsage(spent.spent().cpuMicros(), spent.spent().gpuMicros(), 0, 0, 0, 0);
            sums.merge(key, HostUsage.Sum.of(work), HostUsage.Sum::plus);
            units.merge(key, by.units(spent.spent()), Sums::add);
            budget.charge(spent);
        }
    }

    private PartKey by(String day) {
        return by.key(new PartKey(day, "", "", ""));
    }

    /** Balances are charged hour by hour, users and hosts for whole intervals. */
    private void add(Charge charge, WorkPart part, UtcDays.Piece hour) {
        if (unit instanceof ChargeUnit of && of.units(hour.work()) != 0 && UtcDays.hour(hour.to()) >= first) {
            sums.merge(by.key(key(charge, part, hour.to())), HostUsage.Sum.of(hour.work()), HostUsage.Sum::plus);
            account.charge(of, hour.to(), hour.work());
        }
    }

    private PartKey key(Charge charge, WorkPart part, long to) {
        return new PartKey(
                LocalDate.ofEpochDay(UtcDays.day(to - 1)).toString(),
                part.getApp(),
                by.isOfUsers() ? charge.getAccount().substring(USERS.length()) : "",
                Objects.requireNonNullElse(charge.getDimensions().getHost(), ""));
    }

    /**
     * Returns the summed parts.
     *
     * @param known instant from which the journal is complete; null if it is complete
     */
    TargetParts parts(@Nullable Instant known) {
        List<TargetPart> parts = new ArrayList<>();
        sums.forEach((key, sum) -> parts.add(new TargetPart(key, sum, charged(key, sum))));
        Comparator<TargetPart> newest =
                Comparator.comparing((TargetPart part) -> part.key().day()).reversed();
        parts.sort(newest.thenComparing(
                        Comparator.comparingDouble(TargetPart::charged).reversed())
                .thenComparing(part -> part.key().app())
                .thenComparing(part -> part.key().user())
                .thenComparing(part -> part.key().host()));
        return new TargetParts(row, by, List.copyOf(parts), balance(), known);
    }

    private @Nullable Balance balance() {
        if (unit instanceof ChargeUnit of) {
            return account.balance(of);
        }
        TargetState state = budget.state(row.getTarget());
        return state == null ? null : state.balance();
    }

    private double charged(PartKey key, HostUsage.Sum sum) {
        Long ofPath = units.get(key);
        if (ofPath != null) {
            return unit.amount(ofPath);
        }
        return unit == ChargeUnit.FLOPS
                ? sum.cpuFlops() + sum.gpuFlops()
                : sum.cpuMicros().add(sum.gpuMicros()).doubleValue() / MICROS;
    }
}
