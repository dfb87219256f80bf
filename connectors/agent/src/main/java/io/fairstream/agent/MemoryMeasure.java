package io.fairstream.agent;

/** Measures for the real memory of a process. */
public enum MemoryMeasure {
    /** Proportional share of resident memory, if it is readable: each shared page is divided among its processes. */
    PSS,
    /** Resident memory, shared pages in full for each process. */
    RSS
}
