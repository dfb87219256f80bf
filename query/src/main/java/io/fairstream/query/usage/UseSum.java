package io.fairstream.query.usage;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Usage;
import java.util.List;

/** Sum of the charges and the usage of a user or account in a period. Mutable. */
final class UseSum {
    /** Name of the resource that is consumed, not allocated. */
    static final String ENERGY = "energy";

    private final Amounts allocated;
    private final Amounts reserved;
    private final Amounts used;
    private final List<String> names;
    private final List<Amounts> tres;

    /**
     * Nothing yet.
     *
     * @param names of trackable resources as Slurm has them: {@code cpu} for processors allocated or reserved, {@code energy}, and
     *     what jobs held by name
     */
    UseSum(Buckets period, List<String> names) {
        this.allocated = new Amounts(period);
        this.reserved = new Amounts(period);
        this.used = new Amounts(period);
        this.names = names;
        this.tres = names.stream().map(name -> new Amounts(period)).toList();
    }

    void allocation(AllocationChange change) {
        long at = change.getAt().toEpochMilli();
        allocated.rate(at, change.getAllocated());
        reserved.rate(at, change.getReserved());
        for (int i = 0; i < names.size(); i++) {
            tres.get(i).rate(at, held(names.get(i), change));
        }
    }

    private static long held(String name, AllocationChange change) {
        return name.equals(Tres.CPU)
                ? (long) change.getAllocated() + change.getReserved()
                : change.getTres().getOrDefault(name, 0L);
    }

    void usage(Usage usage) {
        long from = usage.getFrom().toEpochMilli();
        long to = usage.getTo().toEpochMilli();
        used.spread(from, to, usage.getCpuTimeUsedMicros());
        int energy = names.indexOf(ENERGY);
        if (energy >= 0) {
            tres.get(energy).spread(from, to, usage.getEnergyMillijoules());
        }
    }

    Use total() {
        return new Use(
                allocated.total(),
                reserved.total(),
                used.total(),
                tres.stream().map(Amounts::total).toList());
    }
}
