package io.fairstream.query.volunteers;

import io.fairstream.schemas.Work;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Quantity by which volunteers are ranked. */
public enum LeaderQuantity {
    /** Work of CPUs and GPUs together, which earns credit. */
    WORK(work -> work.getCpuFlops() + work.getGpuFlops()),
    CPU_WORK(Work::getCpuFlops),
    GPU_WORK(Work::getGpuFlops),
    CPU_TIME(Work::getCpuSeconds),
    GPU_TIME(Work::getGpuSeconds),
    /** Successful jobs. */
    JOBS(Work::getJobsSucceeded);

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final ToDoubleFunction<Work> amount;

    LeaderQuantity(ToDoubleFunction<Work> amount) {
        this.amount = amount;
    }

    /** Returns the amount of this quantity in the work, in its own unit. */
    double of(Work work) {
        return amount.applyAsDouble(work);
    }

    /** Returns the name as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
