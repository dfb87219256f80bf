package io.fairstream.cli.audit;

import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobAccountingAt;
import io.fairstream.schemas.Totals;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.schemas.UserAccountingAt;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What a job or a user was allocated and used up to an instant, added up from rows or from charges. Mutable. */
final class UsageReconciliation {
    private static final long MICROS = 1000;

    private final Instant at;
    private final Map<Quantity, BigInteger> amounts = new EnumMap<>(Quantity.class);

    /** What is added up; of a high-water, the largest is taken. */
    enum Quantity {
        PROCESSORS_ALLOCATED("processorsAllocated"),
        PROCESSORS_RESERVED("processorsReserved"),
        ALLOCATED("cpuTimeAllocatedMicros"),
        RESERVED("cpuTimeReservedMicros"),
        USED("cpuTimeUsedMicros"),
        REAL_MEMORY("realMemoryKiBSeconds"),
        VIRTUAL_MEMORY("virtualMemoryKiBSeconds"),
        REAL_HIGHWATER("realMemoryHighwaterKiB"),
        VIRTUAL_HIGHWATER("virtualMemoryHighwaterKiB");

        private final String field;

        Quantity(String field) {
            this.field = field;
        }

        /** Its name in the tables. */
        String field() {
            return field;
        }

        boolean isSum() {
            return this != REAL_HIGHWATER && this != VIRTUAL_HIGHWATER;
        }
    }

    /** Empty, for amounts up to that instant. */
    UsageReconciliation(Instant at) {
        this.at = at;
    }

    /** Adds a row, which is not of later. */
    void add(JobAccounting row) {
        JobAccounting then = JobAccountingAt.evaluate(row, at);
        add(Quantity.PROCESSORS_ALLOCATED, then.getProcessorsAllocated());
        add(Quantity.PROCESSORS_RESERVED, then.getProcessorsReserved());
        add(Quantity.ALLOCATED, then.getCpuTimeAllocatedMicros());
        add(Quantity.RESERVED, then.getCpuTimeReservedMicros());
        add(Quantity.USED, then.getCpuTimeUsedMicros());
        add(Quantity.REAL_MEMORY, then.getRealMemoryKiBSeconds());
        add(Quantity.VIRTUAL_MEMORY, then.getVirtualMemoryKiBSeconds());
        add(Quantity.REAL_HIGHWATER, then.getRealMemoryHighwaterKiB());
        add(Quantity.VIRTUAL_HIGHWATER, then.getVirtualMemoryHighwaterKiB());
    }

    /** Adds a row, which is not of later. */
    void add(UserAccounting row) {
        UserAccounting then = UserAccountingAt.evaluate(row, at);
        add(Quantity.PROCESSORS_ALLOCATED, then.getProcessorsAllocated());
        add(Quantity.PROCESSORS_RESERVED, then.getProcessorsReserved());
        add(Quantity.ALLOCATED, then.getCpuTimeAllocatedMicros());
        add(Quantity.RESERVED, then.getCpuTimeReservedMicros());
        add(Quantity.USED, then.getCpuTimeUsedMicros());
        add(Quantity.REAL_MEMORY, then.getRealMemoryKiBSeconds());
        add(Quantity.VIRTUAL_MEMORY, then.getVirtualMemoryKiBSeconds());
        add(Quantity.REAL_HIGHWATER, then.getRealMemoryHighwaterKiB());
        add(Quantity.VIRTUAL_HIGHWATER, then.getVirtualMemoryHighwaterKiB());
    }

    /** Adds a change of rates, which goes on until the book's instant. */
    void add(Instant since, int allocated, int reserved) {
        long micros = Math.multiplyExact(Duration.between(since, at).toMillis(), MICROS);
        add(Quantity.PROCESSORS_ALLOCATED, allocated);
        add(Quantity.PROCESSORS_RESERVED, reserved);
        add(Quantity.ALLOCATED, Totals.product(allocated, micros));
        add(Quantity.RESERVED, Totals.product(reserved, micros));
    }

    void add(Usage usage) {
        add(Quantity.USED, usage.getCpuTimeUsedMicros());
        add(Quantity.REAL_MEMORY, usage.getRealMemoryKiBSeconds());
        add(Quantity.VIRTUAL_MEMORY, usage.getVirtualMemoryKiBSeconds());
        add(Quantity.REAL_HIGHWATER, usage.getRealMemoryHighwaterKiB());
        add(Quantity.VIRTUAL_HIGHWATER, usage.getVirtualMemoryHighwaterKiB());
    }

    private void add(Quantity quantity, long more) {
        add(quantity, BigInteger.valueOf(more));
    }

    /** A begin by itself may be more than fits, since what takes it back is another entry. */
    private void add(Quantity quantity, BigInteger more) {
        amounts.merge(quantity, more, quantity.isSum() ? BigInteger::add : BigInteger::max);
    }

    /** As in the tables, not beyond the largest there is. */
    long amount(Quantity quantity) {
        return Totals.fitted(amounts.getOrDefault(quantity, BigInteger.ZERO));
    }

    /** Whether anything is left of what was added, so that there must be a row. */
    boolean isUsed() {
        return amounts.values().stream().anyMatch(amount -> amount.signum() != 0);
    }

    /** In what it differs from what it should be. */
    Optional<String> difference(String name, UsageReconciliation should) {
        for (Quantity quantity : Quantity.values()) {
            if (amount(quantity) != should.amount(quantity)) {
                return Optional.of(String.format(
                        "\"%s\" %s: %d (expected: %d)",
                        name, quantity.field(), amount(quantity), should.amount(quantity)));
            }
        }
        return Optional.empty();
    }
}
