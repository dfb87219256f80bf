package io.fairstream.query.tables;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.HoldingChange;
import java.time.Duration;
import java.util.TreeMap;

/** Conversion of a job's allocations in the journal to values of the rules. */
public final class Holdings {
    private Holdings() {}

    /** Returns the resources whose allocation began or ended. */
    public static AllocatedResources held(HoldingChange entry) {
        return new AllocatedResources(
                entry.getProcessors(),
                entry.getNodes(),
                entry.getGpus(),
                entry.getMemoryMiB(),
                Tres.of(new TreeMap<>(entry.getTres())),
                entry.getPartition(),
                entry.getQos());
    }

    /** Returns the use of the allocation from its begin to its end: {@link UsageTerms#UNITS} of node-seconds. */
    public static long units(HoldingChange entry, UsageTerms terms) {
        return terms.units(
                held(entry), Duration.between(entry.getSince(), entry.getAt()).toMillis());
    }
}
