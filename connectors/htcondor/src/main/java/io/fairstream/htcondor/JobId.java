package io.fairstream.htcondor;

/** Id of a job in its queue. A negative cluster or process is unknown; a negative subprocess means the only one. */
record JobId(long cluster, long process, long subprocess) {
    public JobId {
        subprocess = Math.max(0, subprocess);
    }

    /** Returns true if the id identifies a single job. */
    boolean isKnown() {
        return cluster >= 0 && process >= 0;
    }

    /** Returns the id of the job as a whole. */
    JobId ofJob() {
        return subprocess == 0 ? this : new JobId(cluster, process, 0);
    }

    @Override
    public String toString() {
        return cluster + "." + process + "." + subprocess;
    }

    /** Parses a text of {@link #toString}. */
    static JobId of(String text) {
        String[] numbers = text.split("\\.", 3);
        return new JobId(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }
}
