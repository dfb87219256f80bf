package io.fairstream.sonar;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;

/**
 * GPU use of a process at the time of a sample, summed over the GPUs of its node.
 *
 * @param permille of one GPU's work, so that two busy GPUs are 2000
 * @param memoryKiB on the GPUs
 */
record GpuSample(long permille, long memoryKiB) {
    /** No use. */
    static final GpuSample NONE = new GpuSample(0, 0);

    /** Highest percentage of one GPU; some drivers report slightly more than 100. */
    private static final double MAX_PERCENT = 1000;

    private static final int PERMILLE_PER_PERCENT = 10;

    static GpuSample of(JsonFields process) throws MalformedException {
        GpuSample sum = NONE;
        for (JsonNode each : process.json().path("gpus")) {
            JsonFields gpu = new JsonFields(each);
            sum = sum.plus(new GpuSample(permille(each.path("gpu_util")), Numbers.whole(gpu, "gpu_memory")));
        }
        return sum;
    }

    private static long permille(JsonNode percent) throws MalformedException {
        if (percent.isMissingNode() || percent.isNull()) {
            return 0;
        }
        if (!percent.isNumber() || !(percent.doubleValue() >= 0 && percent.doubleValue() <= MAX_PERCENT)) {
            throw new MalformedException("gpu_util", percent, "0 to " + (long) MAX_PERCENT);
        }
        return Math.round(percent.doubleValue() * PERMILLE_PER_PERCENT);
    }

    GpuSample plus(GpuSample other) {
        return new GpuSample(permille + other.permille, memoryKiB + other.memoryKiB);
    }
}
