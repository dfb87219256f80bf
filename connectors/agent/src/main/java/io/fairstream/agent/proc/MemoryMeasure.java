package io.fairstream.agent.proc;

/** Measures for the real memory of a process. */
public enum MemoryMeasure {
    /** Proportional share of resident memory, if it is readable: shared pages count once for all processes. */
    PSS,
    /** Resident memory, shared pages in full for each process. */
    RSS
}
