package io.fairstream.rules.job;

/** States of a job, after the JOB TABLE of SLURM's design of 2002. States of one instant follow each other in this order. */
public enum JobState {
    PENDING,
    HELD,
    STAGE_IN,
    RESERVED,
    RUNNING,
    SUSPENDED,
    STAGE_OUT,
    COMPLETE;

    /** True if the job has no resources and waits. */
    public boolean isWaiting() {
        return this == PENDING || this == HELD;
    }

    /** True if the job's processors are charged as allocated. */
    public boolean isAllocated() {
        return this == RUNNING;
    }

    /** True if the job's processors are charged as reserved: "even if no processes are running". */
    public boolean isReserved() {
        return this == STAGE_IN || this == RESERVED || this == STAGE_OUT;
    }

    /** True if a run is under way: a suspended job was running. */
    boolean isInRun() {
        return this == RUNNING || this == SUSPENDED;
    }
}
