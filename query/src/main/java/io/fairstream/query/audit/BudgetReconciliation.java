package io.fairstream.query.audit;

import static io.fairstream.query.columns.Numbers.isNear;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.BalanceRow;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.Spending;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Entry.AssociationEntry.Holding;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.BalanceDay;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Check that the balance of each bank, and of each user in a bank, follows from the charges to its budget since its allocation began, and
 * that all budgets are charged for what the jobs below them held. Mutable.
 */
final class BudgetReconciliation implements Reconciliation {
    private static final String BALANCES = "balances of banks = charges";
    private static final String HOLDINGS = "budgets = what jobs held";
    private static final double EXACT = 0;

    private final List<Balance> rows;
    private final Map<String, TreeMap<Long, Spending>> charged = new HashMap<>();
    private final Map<String, Spending> held = new TreeMap<>();

    BudgetReconciliation(TopicRecords reader) {
        this(reader.latest(Topics.BALANCES));
    }

    BudgetReconciliation(Collection<Balance> rows) {
        this.rows =
                rows.stream().filter(row -> Allocation.isPath(row.getTarget())).toList();
    }

    @Override
    public void charge(Charge charge) {
        if (charge.getEntry() instanceof io.fairstream.schemas.BudgetSpent entry) {
            BudgetSpent spent = ChargeFields.spent(entry);
            charged.computeIfAbsent(charge.getAccount(), account -> new TreeMap<>())
                    .merge(UtcDays.day(spent.from()), spent.spent(), Spending::plus);
        } else if (charge.getEntry() instanceof HoldingChange entry) {
            Spending spent = spending(entry);
            hold(charge.getAccount(), spent);
            BankPaths.around(charge.getAccount()).forEach(bank -> hold(bank, spent));
        }
    }

    private static Spending spending(HoldingChange entry) {
        AllocatedResources resources = ChargeFields.allocated(entry);
        long at = entry.getAt().toEpochMilli();
        Instant ended = Objects.requireNonNullElse(entry.getEndedAt(), entry.getAt());
        Holding holding = new Holding(
                at,
                entry.getSince().toEpochMilli(),
                entry.getHoldings(),
                entry.getBooked(),
                ended.toEpochMilli(),
                resources);
        return holding.spending(any -> EXACT).stream().map(BudgetSpent::spent).reduce(Spending.EMPTY, Spending::plus);
    }

    private void hold(String path, Spending spent) {
        if (!spent.isEmpty()) {
            held.merge(Allocation.ofPath(path), spent, Spending::plus);
        }
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        List<String> differences = new ArrayList<>();
        rows.forEach(row -> difference(row).ifPresent(differences::add));
        Check balances =
                Check.of(BALANCES, String.format(Locale.ROOT, "%,d banks and users", rows.size()), differences);
        return List.of(balances.ifWhole(isWhole), holdings().ifWhole(isWhole));
    }

    private Optional<String> difference(Balance row) {
        Allocation.Balance is;
        try {
            is = Objects.requireNonNull(BalanceRow.of(row), "a path without an allocation has no row");
        } catch (SerializationException e) {
            return Optional.of("\"" + row.getTarget() + "\" " + e.getMessage());
        }
        Allocation allocation = is.allocation();
        Spending.Unit unit = allocation.unitOfPath();
        SortedMap<Long, Spending> days = charged.getOrDefault(row.getTarget(), new TreeMap<>());
        double spent = days.tailMap(UtcDays.day(allocation.start())).values().stream()
                .mapToDouble(day -> unit.amount(unit.units(day)))
                .sum();
        double turnover =
                Math.abs(allocation.initialBalance()) + Math.abs(is.settled().accrued()) + spent;
        if (!isNear(is.settled().charged(), spent, turnover)) {
            return Check.difference(row.getTarget(), "charged", is.settled().charged(), spent);
        }
        double left = allocation.initialBalance() + is.settled().accrued() - spent;
        if (!isNear(row.getBalance(), left, turnover)) {
            return Check.difference(row.getTarget(), "balance", row.getBalance(), left);
        }
        for (BalanceDay day : row.getDays()) {
            Spending of = days.getOrDefault(LocalDate.parse(day.getDay()).toEpochDay(), Spending.EMPTY);
            if (!isNear(day.getAmount(), unit.amount(unit.units(of)), turnover)) {
                return Check.difference(row.getTarget(), day.getDay(), day.getAmount(), unit.amount(unit.units(of)));
            }
        }
        return Optional.empty();
    }

    /** Compares times of processors, GPUs and nodes; billing depends on weights that may have changed, and energy is not held. */
    private Check holdings() {
        List<String> differences = new ArrayList<>();
        Map<String, Spending> sums = new TreeMap<>();
        charged.forEach(
                (account, days) -> sums.put(account, days.values().stream().reduce(Spending.EMPTY, Spending::plus)));
        held.keySet().forEach(account -> sums.putIfAbsent(account, Spending.EMPTY));
        sums.forEach((account, is) -> {
            Spending should = held.getOrDefault(account, Spending.EMPTY);
            for (Spending.Unit unit : List.of(Spending.Unit.CPU, Spending.Unit.GPU, Spending.Unit.NODE)) {
                if (unit.units(is) != unit.units(should)) {
                    Check.difference(account, unit.unit(), unit.amount(unit.units(is)), unit.amount(unit.units(should)))
                            .ifPresent(differences::add);
                }
            }
        });
        return Check.of(HOLDINGS, String.format(Locale.ROOT, "%,d banks and users", sums.size()), differences);
    }
}
