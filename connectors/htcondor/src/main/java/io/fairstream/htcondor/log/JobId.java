package io.fairstream.htcondor.log;

/** Names a job in its queue; numbers below 0 are unknown, which of the subprocess means the only one. */
public record JobId(long cluster, long process, long subprocess) {
    public JobId {
        subprocess = Math.max(0, subprocess);
    }

    /** True if the id names one job and no other. */
    boolean isKnown() {
        return cluster >= 0 && process >= 0;
    }

    /** The job as a whole. */
    JobId ofJob() {
        return subprocess == 0 ? this : new JobId(cluster, process, 0);
    }

    @Override
    public String toString() {
        return cluster + "." + process + "." + subprocess;
    }

    /** The id of a text that {@link #toString} made. */
    static JobId of(String text) {
        String[] numbers = text.split("\\.", 3);
        return new JobId(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }
}
