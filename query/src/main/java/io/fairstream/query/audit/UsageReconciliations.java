package io.fairstream.query.audit;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobStatement;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.UserAccounting;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Check of the allocation and use of jobs and users against the journal. Each row is recomputed from the charges, and
 * the sum over all jobs (and usage outside of jobs) equals the sum over all users. Everything is compared at the newest
 * row's instant, because rates continue.
 *
 * <p>Jobs with the same number are compared together: usage of a node is charged to the number.
 */
final class UsageReconciliations implements Reconciliation {
    private static final String JOBS = "job-accounting = charges";
    private static final String USERS = "user-accounting = charges";
    private static final String SUMS = "sum of job-accounting = of user-accounting";

    private final Instant at;
    private final Map<String, UsageReconciliation> jobRows = new TreeMap<>();
    private final Map<String, UsageReconciliation> userRows = new TreeMap<>();
    private final Map<String, UsageReconciliation> jobCharges = new TreeMap<>();
    private final Map<String, UsageReconciliation> userCharges = new TreeMap<>();

    UsageReconciliations(TopicRecords reader) {
        this(reader.latest(Topics.JOB_ACCOUNTING), reader.latest(Topics.USER_ACCOUNTING));
    }

    UsageReconciliations(Collection<JobAccounting> jobs, Collection<UserAccounting> users) {
        at = Stream.concat(
                        jobs.stream().map(JobAccounting::getAsOf),
                        users.stream().map(UserAccounting::getAsOf))
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
        jobs.forEach(row -> book(jobRows, account(row)).add(row));
        users.forEach(row -> book(userRows, row.getUser()).add(row));
    }

    /** Returns the account that is charged for the row. */
    private static String account(JobAccounting row) {
        String account = row.getCluster() + "/" + row.getJobId();
        return row.getJobId() == 0 ? account + "/" + row.getUser() : account;
    }

    @Override
    public void charge(Charge charge) {
        if (charge.getKind() != ChargeKind.JOB && charge.getKind() != ChargeKind.USER) {
            return;
        }
        UsageReconciliation book =
                book(charge.getKind() == ChargeKind.JOB ? jobCharges : userCharges, charge.getAccount());
        if (charge.getEntry() instanceof AllocationChange change) {
            book.add(change.getAt(), change.getAllocated(), change.getReserved());
            book.add(change.getAt(), change.getTres());
        } else if (charge.getEntry() instanceof JobStatement statement) {
            book.add(statement.getAt(), statement.getAllocated(), statement.getReserved());
            book.add(statement.getAt(), statement.getTres());
        } else if (charge.getEntry() instanceof Usage usage) {
            book.add(usage);
        }
    }

    private UsageReconciliation book(Map<String, UsageReconciliation> books, String account) {
        return books.computeIfAbsent(account, name -> new UsageReconciliation(at));
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        return List.of(
                compared(JOBS, jobRows, jobCharges, "accounts").ifWhole(isWhole),
                compared(USERS, userRows, userCharges, "users").ifWhole(isWhole),
                sums());
    }

    private static Check compared(
            String name, Map<String, UsageReconciliation> rows, Map<String, UsageReconciliation> charges, String unit) {
        List<String> differences = new ArrayList<>();
        rows.forEach((account, row) -> {
            UsageReconciliation charged = charges.get(account);
            if (charged == null) {
                differences.add("\"" + account + "\": an unexplained row");
            } else {
                row.difference(account, charged).ifPresent(differences::add);
            }
        });
        charges.forEach((account, charged) -> {
            if (!rows.containsKey(account) && charged.isUsed()) {
                differences.add(Check.missing(account));
            }
        });
        return Check.of(name, String.format(Locale.ROOT, "%,d %s", rows.size(), unit), differences);
    }

    private Check sums() {
        List<String> differences = new ArrayList<>();
        for (String name : names()) {
            BigInteger ofJobs = sum(jobRows, name);
            BigInteger ofUsers = sum(userRows, name);
            if (UsageReconciliation.isSum(name) && !ofJobs.equals(ofUsers)) {
                differences.add(name + ": " + ofJobs + " of jobs (expected: " + ofUsers + ", of users)");
            }
        }
        String fine = String.format(
                Locale.ROOT,
                "%,d us allocated, %,d us reserved, %,d us of nodes",
                sum(jobRows, UsageReconciliation.ALLOCATED),
                sum(jobRows, UsageReconciliation.RESERVED),
                sum(jobRows, Quantity.CPU_USED.field()));
        return Check.of(SUMS, fine, differences);
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        jobRows.values().forEach(row -> names.addAll(row.names()));
        userRows.values().forEach(row -> names.addAll(row.names()));
        return names;
    }

    private static BigInteger sum(Map<String, UsageReconciliation> books, String name) {
        return books.values().stream()
                .map(book -> BigInteger.valueOf(book.amount(name)))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }
}
