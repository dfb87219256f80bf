package io.fairstream.htcondor.match;

import io.fairstream.htcondor.ads.ClassAd;
import org.jspecify.annotations.Nullable;

/** How much a slot counts. */
public final class Weight {
    /** Where nothing says how much. */
    public static final double UNKNOWN = 1;

    private Weight() {}

    /** The first of these attributes that is a number of 0 or more; null when none is. */
    public static @Nullable Double first(ClassAd ad, String... names) {
        for (String name : names) {
            Double weight = ad.number(name);
            if (weight != null && weight >= 0 && Double.isFinite(weight)) {
                return weight;
            }
        }
        return null;
    }

    /** Of a slot's ad: its slot weight, 1 if that is negative; where there is none, its cores, or 1. */
    public static double ofSlot(ClassAd slot) {
        Double weight = slot.number("SlotWeight");
        if (weight == null) {
            weight = first(slot, "Cpus");
        }
        return weight == null || weight < 0 || !Double.isFinite(weight) ? UNKNOWN : weight;
    }

    /** Of the slot that a job's ad says it ran on; null when the ad does not say. */
    public static @Nullable Double ofJob(ClassAd job) {
        return first(job, "MachineAttrSlotWeight0", "CpusProvisioned", "RequestCpus");
    }
}
