package io.fairstream.cli.report;

import io.fairstream.rules.Tres;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Totals;
import io.fairstream.schemas.Usage;
import java.util.ArrayList;
import java.util.List;

/** What somebody held or consumed of some trackable resources in a period. Mutable. */
final class TresUse {
    /** What is consumed and not held. */
    static final String ENERGY = "energy";

    private final List<String> names;
    private final List<Amounts> amounts;

    /**
     * @param names as Slurm has them: {@code cpu} for processors allocated or reserved, {@code energy}, and what jobs held by name
     */
    TresUse(List<String> names, Buckets period) {
        this.names = names;
        this.amounts = names.stream().map(name -> new Amounts(period)).toList();
    }

    void allocation(AllocationChange change) {
        for (int i = 0; i < names.size(); i++) {
            amounts.get(i).rate(change.getAt().toEpochMilli(), held(names.get(i), change));
        }
    }

    private static long held(String name, AllocationChange change) {
        return name.equals(Tres.CPU)
                ? (long) change.getAllocated() + change.getReserved()
                : change.getTres().getOrDefault(name, 0L);
    }

    void usage(Usage usage) {
        int energy = names.indexOf(ENERGY);
        if (energy >= 0) {
            amounts.get(energy)
                    .spread(usage.getFrom().toEpochMilli(), usage.getTo().toEpochMilli(), usage.getEnergyMillijoules());
        }
    }

    /** In the order of the names: amount x microseconds; of energy millijoules. */
    List<Long> totals() {
        return amounts.stream().map(Amounts::total).toList();
    }

    /** Both together; an empty list is nothing. */
    static List<Long> sums(List<Long> ones, List<Long> others) {
        List<Long> sums = new ArrayList<>(ones);
        for (int i = 0; i < others.size(); i++) {
            long other = others.get(i);
            if (i < sums.size()) {
                sums.set(i, Totals.sum(sums.get(i), other));
            } else {
                sums.add(other);
            }
        }
        return sums;
    }
}
