package io.fairstream.query.audit;

import static io.fairstream.query.columns.Numbers.isNear;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.BalanceRow;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.AllocationBalance;
import io.fairstream.rules.usage.BalanceAccount;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.BalanceDay;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WorkDone;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Check that the balance of each project and app follows from its allocation and its project's charges. The account is recomputed
 * from the journal and agrees to 1e-9. The work of its last days is checked, too.
 */
final class BalanceReconciliation implements Reconciliation {
    private static final String NAME = "balances = charges";

    private final Map<String, List<Target>> byProject = new TreeMap<>();
    private final Map<String, HostUsage.Sum> charged = new TreeMap<>();
    private final List<String> impossible = new ArrayList<>();

    /** A row, and its account as recomputed from the journal. */
    private static final class Target {
        private final Balance row;
        private final ChargeUnit unit;
        private final BalanceAccount account;
        private final Map<Long, Long> days = new HashMap<>();

        Target(Balance row) {
            this.row = row;
            unit = (ChargeUnit) BalanceRow.chargedBy(row);
            account = new BalanceAccount();
            Allocation.Balance published = BalanceRow.of(row);
            if (published != null) {
                account.allocate(published.allocation());
            }
        }

        void charge(WorkDone done) {
            long to = done.getTo().toEpochMilli();
            ChargeFields.workParts(done, row.getProject(), row.getApp()).forEach(part -> {
                HostUsage work = ChargeFields.work(part);
                account.charge(unit, to, work);
                days.merge(UtcDays.day(to - 1), unit.units(work), Math::addExact);
            });
        }

        Optional<String> difference() {
            Allocation.Balance is = BalanceRow.of(row);
            Allocation.Balance should = account.balance(unit);
            if (is != null && should != null) {
                AllocationBalance settled = should.settled();
                double turnover = Math.abs(is.allocation().initialBalance()) + settled.accrued() + settled.charged();
                if (!isNear(is.settled().charged(), settled.charged(), turnover)) {
                    return Check.difference(
                            row.getTarget(), "charged", is.settled().charged(), settled.charged());
                }
                if (!isNear(is.amount(), should.amount(), turnover)) {
                    return Check.difference(row.getTarget(), "balance", is.amount(), should.amount());
                }
            }
            for (BalanceDay day : row.getDays()) {
                double done = unit.amount(
                        days.getOrDefault(LocalDate.parse(day.getDay()).toEpochDay(), 0L));
                if (!isNear(day.getAmount(), done, done)) {
                    return Check.difference(row.getTarget(), day.getDay(), day.getAmount(), done);
                }
            }
            return Optional.empty();
        }
    }

    BalanceReconciliation(TopicRecords reader) {
        this(reader.latest(Topics.BALANCES));
    }

    BalanceReconciliation(Collection<Balance> rows) {
        rows.stream().filter(row -> !Allocation.isPath(row.getTarget())).forEach(this::add);
    }

    private void add(Balance row) {
        List<Target> targets = byProject.computeIfAbsent(row.getProject(), project -> new ArrayList<>());
        try {
            targets.add(new Target(row));
        } catch (SerializationException e) {
            impossible.add("\"" + row.getTarget() + "\" " + e.getMessage());
        }
    }

    @Override
    public void charge(Charge charge) {
        if (charge.getKind() == ChargeKind.TARGET && charge.getEntry() instanceof WorkDone done) {
            byProject.getOrDefault(charge.getAccount(), List.of()).forEach(target -> target.charge(done));
            done.getParts()
                    .forEach(part -> charged.merge(
                            charge.getAccount(), HostUsage.Sum.of(ChargeFields.work(part)), HostUsage.Sum::plus));
        }
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        List<String> differences = new ArrayList<>(impossible);
        byProject
                .values()
                .forEach(
                        targets -> targets.forEach(target -> target.difference().ifPresent(differences::add)));
        charged.forEach((project, done) -> {
            if (!byProject.containsKey(project) && isSomething(done)) {
                differences.add(Check.missing(project));
            }
        });
        long targets = byProject.values().stream().mapToLong(List::size).sum();
        return List.of(Check.of(
                        NAME,
                        String.format(Locale.ROOT, "%,d targets of %,d projects", targets, byProject.size()),
                        differences)
                .ifWhole(isWhole));
    }

    /** Returns true if any work is left in either unit; work that is retracted completely has no row. */
    private static boolean isSomething(HostUsage.Sum done) {
        return Stream.of(done.cpuMicros(), done.gpuMicros(), done.cpuMflop(), done.gpuMflop())
                .anyMatch(amount -> amount.signum() != 0);
    }
}
