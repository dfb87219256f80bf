package io.fairstream.agent.proc;

/** Measures for the real memory of a process. */
public enum MemoryMeasure {
    /** Its proportional share of what is resident, where it may be read: shared pages count once for all. */
    PSS,
    /** All that is resident, shared pages in full for everybody. */
    RSS
}
