package io.fairstream.htcondor.match;

import io.fairstream.htcondor.file.ClassAd;
import org.jspecify.annotations.Nullable;

/**
 * Weight of a slot, by which its time is multiplied.
 *
 * @param guess method of guessing; null for a reported weight
 */
public record Weight(double amount, @Nullable OpenPoint guess) {
    /** Weight without any information. */
    public static final Weight UNKNOWN = new Weight(1, OpenPoint.WEIGHT_UNKNOWN);

    /** Returns the first of these attributes that is a number of 0 or more; null if none is. */
    public static @Nullable Double first(ClassAd ad, String... names) {
        for (String name : names) {
            Double weight = ad.number(name);
            if (weight != null && weight >= 0 && Double.isFinite(weight)) {
                return weight;
            }
        }
        return null;
    }

    /** Returns the weight of a slot's ad: its slot weight, 1 if that is negative; without a slot weight, its cores, or 1. */
    public static Weight ofSlot(ClassAd slot) {
        Double weight = slot.number("SlotWeight");
        if (weight == null) {
            weight = first(slot, "Cpus");
        }
        if (weight == null) {
            return UNKNOWN;
        }
        return new Weight(weight < 0 || !Double.isFinite(weight) ? 1 : weight, null);
    }

    /** Returns the weight of the slot on which a job runs, from the job's ad. */
    public static Weight ofJob(ClassAd job) {
        Double stated = first(job, "MachineAttrSlotWeight0", "CpusProvisioned", "MachineAttrCpus0");
        return stated == null ? requested(job) : new Weight(stated, null);
    }

    /**
     * Returns the weight of the slot on which a job ran, from the job's ad. {@code CumulativeSlotTime} is the sum of duration times
     * slot weight over all runs of the job, {@code RemoteWallClockTime} the sum of durations.
     */
    public static Weight ofEndedJob(ClassAd job) {
        Double slotTime = first(job, "CumulativeSlotTime");
        Double time = first(job, "RemoteWallClockTime");
        boolean isTold = first(job, "MachineAttrSlotWeight0", "CpusProvisioned") != null;
        return isTold || slotTime == null || time == null || slotTime == 0 || time == 0
                ? ofJob(job)
                : new Weight(slotTime / time, null);
    }

    private static Weight requested(ClassAd job) {
        Double asked = first(job, "RequestCpus");
        return asked == null ? UNKNOWN : new Weight(asked, OpenPoint.WEIGHT_REQUESTED);
    }
}
