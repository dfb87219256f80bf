package io.fairstream.agent.node;

/**
 * Memory of a process at an instant, KiB.
 *
 * @param realKiB its proportional share of resident memory, or all resident memory if the share cannot be read
 * @param virtualKiB its address space
 * @param residentKiB resident memory, shared pages in full
 * @param residentPeakKiB maximum resident memory since it executed its program
 * @param virtualPeakKiB largest address space since it executed its program
 */
public record Memory(long realKiB, long virtualKiB, long residentKiB, long residentPeakKiB, long virtualPeakKiB) {
    public static final Memory NONE = new Memory(0, 0, 0, 0, 0);

    /**
     * Returns the maximum real memory since an earlier sighting, as far as known: the peak minus the currently shared memory, if
     * the peak was reached since. A changed peak was reached since: it increased, or the process executed another program.
     */
    long realPeakSince(Memory before) {
        return residentPeakKiB == before.residentPeakKiB
                ? realKiB
                : Math.max(realKiB, residentPeakKiB - (residentKiB - realKiB));
    }

    /** Returns the maximum address space since an earlier sighting, like {@link #realPeakSince}. */
    long virtualPeakSince(Memory before) {
        return virtualPeakKiB == before.virtualPeakKiB ? virtualKiB : Math.max(virtualKiB, virtualPeakKiB);
    }
}
